import Statoscope

/// Rows about children that come and go.
@MainActor func childRows() -> [Row] {
  [appending(), showing(), firstEvent()]
}

@MainActor private func appending() -> Row {
  let row = Row1000()
  row.counters = (0..<100).map { _ in Counter() }
  var plain = (0..<100).map { _ in PlainObject() }
  return Row("appending a child to 100, and removing it", of: "the same of objects", budget: 40, count: 1_000)
  {
    count in
    for _ in 0..<count {
      plain.append(PlainObject())
      plain.removeLast()
    }
  } subject: { count in
    for _ in 0..<count {
      row.counters.append(Counter())
      row.counters.removeLast()
    }
  }
}

@MainActor private func showing() -> Row {
  let panel = Panel().send(.nothing)
  return Row("showing and hiding an optional child", of: "making an object", budget: 20, count: 10_000) {
    count in
    for _ in 0..<count { withExtendedLifetime(makeObject()) {} }
  } subject: { count in
    for _ in 0..<count {
      panel.counter = Counter()
      panel.counter = nil
    }
  }
}

@MainActor private func firstEvent() -> Row {
  Row("a scope with a child, and its first event", of: "the same by hand", budget: 20, count: 10_000) {
    count in
    for _ in 0..<count { try? DirectPair().update(.up) }
  } subject: { count in
    for _ in 0..<count { Pair().send(.up) }
  }.missing(at: 300)
}

@inline(never) private func makeObject() -> PlainObject { PlainObject() }

/// A child that is appended and removed again, to others.
@MainActor func appendingByChildren() -> Growth {
  Growth(
    name: "appending a child and removing it, by children",
    measureOfSize: "children",
    sizes: [10, 100, 1_000, 10_000],
    budget: 0.1,
    missedAt: 0.5,
    count: { _ in 100 },
    prepare: { number in
      let row = Row1000()
      row.counters = (0..<number).map { _ in Counter() }
      return { count in
        for _ in 0..<count {
          row.counters.append(Counter())
          row.counters.removeLast()
        }
      }
    }
  )
}

/// A child of a dictionary that is set, by the number of others.
@MainActor func settingByChildren() -> Growth {
  Growth(
    name: "setting a child by its key, by children",
    measureOfSize: "children",
    sizes: [10, 100, 1_000, 10_000],
    budget: 0.1,
    missedAt: 0.9,
    count: { max(2, 1_000 / $0) },
    prepare: { number in
      let shelf = Shelf()
      shelf.counters = Dictionary(uniqueKeysWithValues: (0..<number).map { ($0, Counter()) })
      return { count in
        for _ in 0..<count { shelf.counters[number / 2] = Counter() }
      }
    }
  )
}
