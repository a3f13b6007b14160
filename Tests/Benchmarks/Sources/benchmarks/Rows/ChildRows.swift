import Statoscope

/// Rows about children that come and go.
@MainActor func childRows() -> [Row] {
  [appending(), showing(), firstEvent()]
}

@MainActor private func appending() -> Row {
  let row = Row1000()
  row.counters = (0..<100).map { _ in Counter() }
  var plain = (0..<100).map { _ in PlainObject() }
  return Row("appending a child to 100, and removing it", of: "the same of objects", budget: 25, count: 1_000)
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
  return Row("showing and hiding an optional child", of: "making an object", budget: 15, count: 10_000) {
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
  let (pair, meter) = (Pair().send(.up), Meter().send(.up))
  return Row("a scope with a child, and its first event", of: "a Mirror of each", budget: 3, count: 10_000) {
    count in
    for _ in 0..<count {
      withExtendedLifetime((Mirror(reflecting: pair), Mirror(reflecting: meter))) {}
    }
  } subject: { count in
    for _ in 0..<count { Pair().send(.up) }
  }.missing(at: 6)
}

@inline(never) private func makeObject() -> PlainObject { PlainObject() }

/// Children that come and go, by the number of others.
@MainActor func childGrowths() -> [Growth] {
  [appendingByChildren(), appendingCasesByChildren(), settingByChildren(), showingAmongSiblings()]
}

@MainActor private func appendingByChildren() -> Growth {
  Growth(
    name: "appending a child and removing it",
    measureOfSize: "children",
    sizes: [10, 100, 1_000, 10_000],
    budgetForEach: 2,
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

@MainActor private func appendingCasesByChildren() -> Growth {
  Growth(
    name: "the same of a list of cases",
    measureOfSize: "children",
    sizes: [10, 100, 1_000, 10_000],
    budgetForEach: 2,
    count: { _ in 100 },
    prepare: { number in
      let stack = Stack()
      stack.path = (0..<number).map { _ in .counter(Counter()) }
      return { count in
        for _ in 0..<count {
          stack.path.append(.counter(Counter()))
          stack.path.removeLast()
        }
      }
    }
  )
}

@MainActor private func settingByChildren() -> Growth {
  Growth(
    name: "setting a child by its key",
    measureOfSize: "children",
    sizes: [10, 100, 1_000, 10_000],
    budgetForEach: 20,
    count: { max(2, 10_000 / $0) },
    prepare: { number in
      let shelf = Shelf()
      shelf.counters = Dictionary(uniqueKeysWithValues: (0..<number).map { ($0, Counter()) })
      return { count in
        for _ in 0..<count { shelf.counters[number / 2] = Counter() }
      }
    }
  )
}

/// A child that an event shows or hides, below a middleware that does not read the event's path.
@MainActor private func showingAmongSiblings() -> Growth {
  Growth(
    name: "showing a child below a middleware",
    measureOfSize: "siblings of its parent",
    sizes: [10, 100, 1_000, 10_000],
    budget: 0.05,
    count: { _ in 1_000 },
    prepare: { number in
      let cabinet = Cabinet().addSubscopeMiddleware { _, next in try next() }
      cabinet.panels = Dictionary(uniqueKeysWithValues: (0..<number).map { ($0, TogglePanel()) })
      let panel = cabinet.panels[number / 2]
      return { count in
        for _ in 0..<count { panel?.send(.toggle) }
      }
    }
  )
}
