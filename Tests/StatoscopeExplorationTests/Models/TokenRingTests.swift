import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Stations in a ring, of which the one that a token passes may speak.
@Suite("Exploration, token ring")
struct TokenRingTests {
  @Test(arguments: [2, 3, 4, 5]) func `each station that asks is served, whichever has the token`(
    stations: Int
  )
    throws
  {
    let found = try explore(TokenRing.Kind.whole, stations)
    #expect(found.failures == [])
    // The token is anywhere, and anyone may have asked; each who has not may ask, and the token goes on.
    #expect(found.found.states == 1 + (stations << stations))
    #expect(found.found.transitions == 1 + (stations * (stations + 2) << (stations - 1)))
    #expect(found.found.isComplete)
  }

  @Test func `a station that the token skips is never served`() throws {
    let (found, failures) = try explore(.skipsLast, 3)
    #expect(failures.count == 2)
    #expect(
      failures[0].text.hasPrefix(
        """
        // ALWAYS_REACHABLE "no one waits" is violated after 2 steps. From there, no path leads to a state that \
        satisfies it; this is the case for 8 of 17 states.
        """
      )
    )
    #expect(failures[1].text.contains("one turn of the cycle (2 steps):"))
    let pass = ".WHEN_EffectCompletes(Pass.self, with: ())"
    #expect(found.counterexamples[1].steps == [".WHEN(.start)", ".WHEN(.ask(2))", pass, pass])
  }

  @Test func `after the loss of the token no station is served`() throws {
    let (found, failures) = try explore(.whole, 3, losesToken: true)
    #expect(failures.count == 2)
    let lost = [".WHEN(.start)", ".WHEN(.ask(0))", ".WHEN_EffectFails(Pass.self, with: Lost())"]
    #expect(found.counterexamples.map { Set($0.steps) } == [Set(lost), Set(lost)])
    #expect(
      failures[1].text.contains("No effect is in flight there that could lead to a state that satisfies it.")
    )
  }

  @Test func `a token that is replaced can serve, but may always be lost`() throws {
    let (found, failures) = try explore(.regenerates, 3, losesToken: true)
    #expect(failures.count == 1)
    #expect(failures[0].text.hasPrefix("// SETTLES"))
    #expect(failures[0].text.contains("one turn of the cycle (1 step):\ntry TokenRing.GIVEN"))
    #expect(found.counterexamples[0].steps.last == ".WHEN_EffectFails(Pass.self, with: Lost())")
  }

  private func explore(
    _ kind: TokenRing.Kind,
    _ stations: Int,
    losesToken: Bool = false
  ) throws -> (found: Exploration, failures: [Failure]) {
    let (found, failures, _) = try overheard {
      try TokenRing.EXPLORE { TokenRing(kind, stations) }
        .EVENTS { sut in
          sut.isStarted ? (0..<stations).filter { !sut.isWaiting[$0] }.map { .ask($0) } : [.start]
        }
        .EFFECT(Pass.self, completesWith: [()], failsWith: losesToken ? [Lost()] : [])
        .ALWAYS_REACHABLE("no one waits") { sut in !sut.isWaiting.contains(true) }
        .SETTLES("no one waits") { sut in !sut.isWaiting.contains(true) }
        .run()
    }
    return (found, failures)
  }
}

private final class TokenRing: Scope {
  enum Kind { case whole, skipsLast, regenerates }
  enum When { case start, ask(Int), passed(Result<Void, any Error>) }

  private(set) var isStarted = false
  private(set) var isWaiting: [Bool]
  private var token = 0
  private let kind: Kind

  init(_ kind: Kind, _ stations: Int) {
    self.kind = kind
    isWaiting = [Bool](repeating: false, count: stations)
  }

  func update(_ when: When) throws {
    switch when {
    case .start:
      isStarted = true
      pass()
    case .ask(let station): isWaiting[station] = true
    case .passed(.success):
      token = (token + 1) % (kind == .skipsLast ? isWaiting.count - 1 : isWaiting.count)
      isWaiting[token] = false
      pass()
    case .passed(.failure):
      guard kind == .regenerates else { return }
      token = 0
      pass()
    }
  }

  private func pass() {
    effectsState.enqueue(Pass().mapToResult().map(When.passed))
  }
}

private struct Pass: Effect, Hashable {
  func runEffect() async throws {}
}

private struct Lost: Error {}
