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
      budget: 35,
      bytes: 700,
      count: 100_000,
      subject: { _ = Shape.grid($0) },
      floor: { _ = GridByHand.transitions(states: $0) }
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
    // 4.4 µs; the search by hand takes 93 to 138 ns on one machine, from run to run: with its caches.
    .missing(at: 40),
    // Half of it are mirrors: one of an object and a list takes four times as long as the search by hand, and no other way
    // leads to a plain property. Both were 230 and 115 before states were read as trees of nodes.
    philosophers("ten philosophers as eleven scopes", Philosophers.explored).missing(at: 285),
    philosophers("the same with @Published state", Philosophers.exploredWhenAnnouncing).missing(at: 135),
  ]
}

@MainActor private func philosophers(_ name: String, _ explore: @escaping () -> Exploration) -> Row {
  Row(
    name: "a transition of an exploration of \(name)",
    floorName: "one of a search by hand",
    budget: 120,
    count: 1,
    subject: { for _ in 0..<$0 { _ = explore() } },
    floor: { for _ in 0..<$0 { _ = PhilosophersByHand.transitions() } }
  ) { _ in
    var samples: [(subject: Double, floor: Double)] = []
    for _ in 0..<5 {
      let start = CPUTime.now
      let byHand = PhilosophersByHand.transitions()
      let middle = CPUTime.now
      let explored = explore().transitions
      precondition(explored == byHand, "\(explored) transitions instead of \(byHand)")
      samples.append(((CPUTime.now - middle) / Double(explored), (middle - start) / Double(byHand)))
    }
    return Figures(
      subject: median(samples.map(\.subject)),
      floor: median(samples.map(\.floor)),
      ratio: median(samples.map { $0.subject / $0.floor })
    )
  }
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
