import Statoscope
import StatoscopeTesting
import Testing

@Suite("Exploration, progress")
struct ProgressTests {
  @Test func `a run longer than two seconds says how far it is, once a second`() throws {
    let said = try heard(secondsPerEvent: 0.25, isTerminal: true)
    let texts = said.map { $0.replacing("\r\u{1B}[K", with: "") }
    #expect(texts.first?.hasPrefix("Exploring Tally: ") == true)
    #expect(texts.first?.contains(" states, ") == true)
    #expect(texts.first?.contains(" transitions, depth ") == true)
    // Twenty looks of a quarter of a second each: after two seconds, and each second from then on.
    #expect(texts.filter { $0.hasPrefix("Exploring") }.count == 3)
    #expect(said.allSatisfy { $0.hasPrefix("\r\u{1B}[K") })
    // At its end the line is as it was.
    #expect(texts.last == "")
  }

  @Test func `a shorter run says nothing`() throws {
    #expect(try heard(secondsPerEvent: 0.05, isTerminal: true) == [])
  }

  @Test func `where standard error is no terminal nothing is said`() throws {
    #expect(try heard(secondsPerEvent: 0.25, isTerminal: false) == [])
  }

  /// What a run of twenty events says, with a clock that each look at it moves.
  private func heard(secondsPerEvent: Double, isTerminal: Bool) throws -> [String] {
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
      let found = try Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up, .down] }.run()
      #expect(found.states == 10)
    }
    return said.withLock { $0 }
  }
}
