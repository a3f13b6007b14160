import AllocationCounter
import Statoscope

/// Rows about making, keeping and releasing scopes.
@MainActor func memoryRows() -> [Row] {
  [
    Row(
      name: "making and releasing linked scopes",
      floorName: "plain objects",
      budget: 6,
      bytes: 200,
      count: 1_000_000
    ) { row in
      var figures = await compare(count: row.count, samples: 5) { count in
        withExtendedLifetime((0..<count).map { _ in DirectCounter() }) {}
      } subject: { count in
        withExtendedLifetime(linkedScopes(count)) {}
      }
      let before = allocated_bytes()
      let scopes = linkedScopes(row.count)
      figures.bytes = Double(allocated_bytes() - before) / Double(row.count)
      withExtendedLifetime(scopes) {}
      figures.allocations = nil
      return figures
    }
  ]
}

@MainActor func memories() -> [Memory] {
  [
    Memory(name: "a scope, linked", budget: 200, count: 1_000_000) { count, whileThere in
      let scopes = linkedScopes(count)
      whileThere()
      withExtendedLifetime(scopes) {}
    },
    Memory(name: "a scope that has had events", budget: 200, count: 100_000) { count, whileThere in
      let scopes = linkedScopes(count)
      for counter in scopes.counters { counter.send(.up) }
      whileThere()
      withExtendedLifetime(scopes) {}
    },
    Memory(name: "a lone scope that has had an event", budget: 360, count: 100_000) { count, whileThere in
      let counters = (0..<count).map { _ in Counter().send(.up) }
      whileThere()
      withExtendedLifetime(counters) {}
    },
    Memory(name: "the same with 12 @Published", budget: 440, count: 100_000) { count, whileThere in
      let dozens = (0..<count).map { _ in PublishedDozen().send(.up) }
      whileThere()
      withExtendedLifetime(dozens) {}
    },
    Memory(name: "the same, and its properties read", budget: 632, count: 100_000) { count, whileThere in
      let dozens = (0..<count).map { _ in PublishedDozen().send(.up) }
      for dozen in dozens { precondition(dozen.sum == 1) }
      whileThere()
      withExtendedLifetime(dozens) {}
    },
    Memory(name: "a subscription", budget: 256, count: 100_000) { count, whileThere in
      let counter = Counter().send(.up)
      let tokens = (0..<count).map { _ in counter.subscribe { _, _ in } }
      whileThere()
      withExtendedLifetime(tokens) {}
    },
    Memory(name: "an effect in flight", budget: 1_900, count: 10_000) { count, whileThere in
      await Square().effects(count, whileThere: whileThere)
    },
    Memory(name: "a task that waits, for comparison", budget: 1_920, count: 10_000) { count, whileThere in
      await Square().tasks(count, whileThere: whileThere)
    },
  ]
}

@MainActor private func linkedScopes(_ count: Int) -> Row1000 {
  let row = Row1000()
  row.counters = (0..<count).map { _ in Counter() }
  return row
}
