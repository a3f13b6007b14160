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
