import Statoscope

/// Rows about what announces changes.
@MainActor func observationRows() -> [Row] {
  [published(), seen()]
}

@MainActor private func published() -> Row {
  let (plain, published) = (Counter().send(.up), PublishedCounter().send(.up))
  return Row("an event with a @Published", of: "the same without", budget: 3, allocations: 0) { count in
    send(count, to: plain)
  } subject: { count in
    for number in 0..<count { published.send(number & 1 == 0 ? .up : .down) }
  }
}

@MainActor private func seen() -> Row {
  let (plain, seen) = (NamedCounter().send(.up), NamedCounter().send(.up))
  let names = seen.changes(of: \.name)
  return Row("an event beside changes(of:)", of: "the same without", budget: 30, count: 20_000) { count in
    for number in 0..<count { plain.send(number & 1 == 0 ? .up : .down) }
  } subject: { count in
    withExtendedLifetime(names) {
      for number in 0..<count { seen.send(number & 1 == 0 ? .up : .down) }
    }
  }
}
