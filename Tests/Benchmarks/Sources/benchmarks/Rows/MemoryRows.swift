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

@MainActor private func linkedScopes(_ count: Int) -> Row1000 {
  let row = Row1000()
  row.counters = (0..<count).map { _ in Counter() }
  return row
}
