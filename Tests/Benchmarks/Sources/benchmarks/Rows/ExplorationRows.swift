import Statoscope
import StatoscopeTesting

/// Rows about exploration.
@MainActor func explorationRows() -> [Row] {
  [
    Row(
      name: "a transition of an exploration",
      floorName: "200,000 a second",
      // An absolute time, which depends on the machine: 4.9 µs and 8.2 µs were measured on one within ten minutes.
      budget: 2,
      count: 1_000
    ) { row in
      var nanoseconds: [Double] = []
      for sample in 0..<12 {
        let start = CPUTime.now
        let transitions = explore(bound: row.count)
        if sample >= 3 { nanoseconds.append((CPUTime.now - start) / Double(transitions)) }
      }
      let subject = median(nanoseconds)
      return Figures(subject: subject, floor: 5_000, ratio: subject / 5_000)
    }
  ]
}

/// Explores a counter with a bound, and tells how many transitions there are.
@MainActor func explore(bound: Int) -> Int {
  do {
    return try Counter.EXPLORE { Counter() }
      .EVENTS { sut in (sut.count < bound ? [.up] : []) + (sut.count > 0 ? [.down] : []) }
      .STATE { $0.count }
      .run(depth: bound + 1)
      .transitions
  } catch {
    preconditionFailure("\(error)")
  }
}
