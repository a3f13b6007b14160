import AllocationCounter
import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// Rows about exploration.
@MainActor func explorationRows() -> [Row] {
  [
    Row(
      name: "a transition of an exploration of a grid",
      floorName: "one of a search by hand",
      budget: 25,
      bytes: 700,
      count: 100_000
    ) { row in
      var samples: [(subject: Double, floor: Double)] = []
      for _ in 0..<11 {
        let start = CPUTime.now
        let byHand = GridByHand.transitions(states: row.count)
        let middle = CPUTime.now
        let explored = Shape.grid(row.count).transitions
        samples.append(((CPUTime.now - middle) / Double(explored), (middle - start) / Double(byHand)))
      }
      let before = allocated_bytes()
      let found = Shape.grid(row.count)
      let bytes = Double(allocated_bytes() - before) / Double(found.states)
      return Figures(
        subject: median(samples.map(\.subject)),
        floor: median(samples.map(\.floor)),
        ratio: median(samples.map { $0.subject / $0.floor }),
        bytes: bytes
      )
    }
    // Where the caches hold the search by hand; a mirror of two properties alone costs 14 of its transitions there. It was
    // 30 while the equality of values was trusted, which could merge states that differ: now their parts are read.
    .missing(at: 45)
  ]
}

/// What a state keeps.
@MainActor func explorationMemories() -> [Memory] {
  [
    Memory(name: "a state of a tree of ten scopes", budget: 700, count: 4_096) { count, whileThere in
      // The largest sizes of trees are powers of two; what is made to warm up is the smallest.
      let found = Shape.tree(max(1_024, count))
      whileThere()
      withExtendedLifetime(found) {}
    }
  ]
}

/// How the cost of all transitions grows with their number.
///
/// - Parameter isLarge: whether the tree has up to a million states, which takes some minutes.
@MainActor func explorationGrowths(isLarge: Bool) -> [Growth] {
  [
    explorations("a chain", [100, 1_000, 10_000, 100_000, 1_000_000], Shape.chain),
    explorations("a grid", [100, 1_024, 10_000, 99_856, 1_000_000], Shape.grid),
    explorations(
      "a tree of ten scopes",
      [1_024, 4_096, 16_384, 65_536] + (isLarge ? [262_144, 1_048_576] : []),
      Shape.tree
    ),
  ]
}

@MainActor private func explorations(
  _ name: String,
  _ sizes: [Int],
  _ explore: @escaping (_ states: Int) -> Exploration
) -> Growth {
  Growth(
    name: "an exploration of \(name), by transitions",
    measureOfSize: "states",
    sizes: sizes,
    budget: 1.05,
    // Large ones take their time.
    samples: 1,
    count: { max(1, 5_000 / $0) },
    prepare: { states in
      return { count in
        for _ in 0..<count { _ = explore(states) }
      }
    }
  )
}
