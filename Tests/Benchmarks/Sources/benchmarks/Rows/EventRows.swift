import Statoscope

/// Rows about one event.
@MainActor func eventRows() -> [Row] {
  let lone = Meter().send(.up)
  return [
    Row("an event on a lone scope", of: "a direct call", budget: 12, allocations: 0, floor: directCalls) {
      count in
      for number in 0..<count { lone.send(number & 1 == 0 ? .up : .down) }
    },
    withOneSubscriber(),
    below(depth: 10),
    amongSiblings(1_000),
  ]
}

@MainActor private func directCalls(_ count: Int) {
  let direct = DirectCounter()
  for number in 0..<count { try? direct.update(number & 1 == 0 ? .up : .down) }
}

@MainActor func send(_ count: Int, to counter: Counter) {
  for number in 0..<count { counter.send(number & 1 == 0 ? .up : .down) }
}

@MainActor private func withOneSubscriber() -> Row {
  let (plain, subscribed) = (Counter().send(.up), Counter().send(.up))

  let token = subscribed.subscribe { _, _ in }
  return Row("with one subscriber", of: "the same without", budget: 2.5, allocations: 0) { count in
    send(count, to: plain)
  } subject: { count in
    withExtendedLifetime(token) { send(count, to: subscribed) }
  }
}

@MainActor private func below(depth: Int) -> Row {
  let plain = Counter().send(.up)
  let tower = Storey.tower(depth)
  tower.bottom.counter = Counter()
  let counter = tower.bottom.counter ?? Counter()
  return Row("the same at depth \(depth)", of: "on a lone scope", budget: 1.1, allocations: 0) { count in
    send(count, to: plain)
  } subject: { count in
    withExtendedLifetime(tower.top) { send(count, to: counter) }
  }
}

@MainActor private func amongSiblings(_ number: Int) -> Row {
  let plain = Counter().send(.up)
  let row = Row1000()
  row.counters = (0..<number).map { _ in Counter() }
  let counter = row.counters[number / 2]
  return Row("the same among \(number) siblings", of: "on a lone scope", budget: 1.1, allocations: 0) {
    count in
    send(count, to: plain)
  } subject: { count in
    withExtendedLifetime(row) { send(count, to: counter) }
  }
}
