import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, progress")
struct ProgressTests {
  @Test func `a run of more than five seconds writes a line every five`() throws {
    // Twenty looks of more than half a second each.
    let lines = try written(secondsPerEvent: 0.6)
    #expect(
      lines == [
        "statoscope: exploring Tally: 5 states, 7 transitions, 1 a second, 1 waiting, depth 4\n",
        "statoscope: exploring Tally: 10 states, 16 transitions, 2 a second, 2 waiting, depth 9\n",
      ]
    )
  }

  @Test func `a shorter run writes nothing`() throws {
    #expect(try written(secondsPerEvent: 0.05) == [])
  }

  @Test func `random walks write their progress, too`() throws {
    let lines = try written(secondsPerEvent: 0.6) { try $0.run(walks: 2, length: 10, seed: 1) }
    let first = try #require(lines.first)
    #expect(first.hasPrefix("statoscope: exploring Tally: ") && !first.contains("waiting"))
  }

  @Test func `each transition is written before it is performed, where that is asked for`() throws {
    let (_, _, lines) = try overheard {
      try Tally.EXPLORE { Tally(top: 1) }.EVENTS { _ in [.up, .down] }.run(prints: .transitions)
    }
    #expect(
      lines == [
        "statoscope: Tally, in state 0: up\n", "statoscope: Tally, in state 0: down\n",
        "statoscope: Tally, in state 1: up\n", "statoscope: Tally, in state 1: down\n",
      ]
    )
    let (_, _, walked) = try overheard {
      try Tally.EXPLORE { Tally(top: 1) }.EVENTS { _ in [.up] }
        .run(walks: 1, length: 1, seed: 1, prints: .transitions)
    }
    #expect(walked.first == "statoscope: Tally, in state 0: up\n")
  }

  /// What a run of twenty events writes, with a clock that each look at it moves.
  private func written(
    secondsPerEvent: Double,
    _ run: (ExplorationPlan<Tally>) throws -> Void = { plan in
      let found = try plan.run()
      #expect(found.states == 10)
    }
  ) throws -> [String] {
    let time = Locked(Duration.zero)
    let lines = Locked<[String]>([])
    let console = ExplorationConsole(
      now: {
        time.withLock {
          $0 += .seconds(secondsPerEvent)
          return $0
        }
      },
      write: { text in lines.withLock { $0.append(text) } }
    )
    try ExplorationConsole.$current.withValue(console) {
      try run(Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up, .down] })
    }
    return lines.withLock { $0 }
  }
}
