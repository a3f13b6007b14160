import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, progress")
struct ProgressTests {
  @Test func `a run of more than two seconds prints its progress every second`() throws {
    let said = try heard(secondsPerEvent: 0.25, isTerminal: true)
    let texts = said.map { $0.replacing("\r\u{1B}[K", with: "") }
    // Twenty looks of a quarter of a second each: after two seconds, and each second from then on.
    #expect(
      texts == [
        "Exploring Tally: 5 states, 7 transitions, 3 a second, frontier 1, depth 4",
        "Exploring Tally: 8 states, 12 transitions, 4 a second, frontier 2, depth 7",
        "Exploring Tally: 10 states, 17 transitions, 4 a second, frontier 1, depth 9",
        // At its end the line is as it was.
        "",
      ]
    )
    #expect(said.allSatisfy { $0.hasPrefix("\r\u{1B}[K") })
  }

  @Test func `a shorter run prints nothing`() throws {
    #expect(try heard(secondsPerEvent: 0.05, isTerminal: true) == [])
  }

  @Test func `without a terminal no progress is printed`() throws {
    #expect(try heard(secondsPerEvent: 0.25, isTerminal: false) == [])
  }

  @Test func `random walks print their progress, too`() throws {
    let said = try heard(secondsPerEvent: 0.25, isTerminal: true) { plan in
      try plan.run(walks: 2, length: 10, seed: 1)
    }
    let first = try #require(said.first)
    #expect(first.contains("Exploring Tally: ") && !first.contains("frontier"))
  }

  /// What a run of twenty events says, with a clock that each look at it moves.
  private func heard(
    secondsPerEvent: Double,
    isTerminal: Bool,
    _ run: (ExplorationPlan<Tally>) throws -> Void = { plan in
      let found = try plan.run()
      #expect(found.states == 10)
    }
  ) throws -> [String] {
    let time = Locked(Duration.zero)
    let said = Locked<[String]>([])
    let console = ExplorationConsole(
      now: {
        time.withLock {
          $0 += .seconds(secondsPerEvent)
          return $0
        }
      },
      isTerminal: { isTerminal },
      write: { text in said.withLock { $0.append(text) } }
    )
    try ExplorationConsole.$current.withValue(console) {
      try run(Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up, .down] })
    }
    return said.withLock { $0 }
  }
}
