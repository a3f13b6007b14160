import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// A closure of `EXPLORE` that sends events makes the same states wherever it runs: effects do not start in it.
@Suite struct ExploredScopeThatSendsTests {
  @Test func `in a nonisolated test the effect is in flight`() throws {
    #expect(try EXPLORE { Oven().send(.heat) }.listed.run().size == wholeSize)
  }

  @Test @MainActor func `on the main actor the effect is in flight`() throws {
    #expect(try EXPLORE { Oven().send(.heat) }.listed.run().size == wholeSize)
  }

  @Test func `on another actor the effect is in flight`() async throws {
    #expect(try await Kitchen().explored() == wholeSize)
  }
}

/// One effect in flight, and its end.
private let wholeSize = "2 states, 1 transition"

private actor Kitchen {
  private var heated = 0

  func explored() throws -> String {
    try EXPLORE { [self] in
      heated += 1
      return Oven().send(.heat)
    }
    .listed.run().size
  }
}

extension ExplorationPlan<Oven> {
  fileprivate var listed: ExplorationPlan { EFFECT(Heat.self, completesWith: [200]) }
}

extension Exploration {
  fileprivate var size: String {
    "\(states) states, \(transitions) transition" + (limit == nil ? "" : ", up to a limit")
  }
}

private struct Heat: Effect, Equatable {
  func runEffect() async throws -> Int { 200 }
}

private final class Oven: Scope {
  enum When: Equatable {
    case heat
    case heated(Int)
  }

  private(set) var degrees = 20

  func update(_ when: When) throws {
    switch when {
    case .heat: effectsState.enqueue(Heat().map(When.heated))
    case .heated(let degrees): self.degrees = degrees
    }
  }
}
