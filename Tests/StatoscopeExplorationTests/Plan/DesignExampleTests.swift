import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// The exploration that the library's documentation shows, word for word.
@Suite("Exploration, as documented")
struct DesignExampleTests {
  @Test func `the documentation's counter is explored`() throws {
    let (found, failures, said) = try overheard {
      let found = try Counter.EXPLORE { Counter() }
        .EVENTS { sut in [.userTappedIncrementButton, .userTappedDecrementButton] }
        .EFFECT(Load.self, completesWith: ["item"], failsWith: [Offline()])
        .STATE { $0.viewDisplaysTotalCount }
        .ALWAYS("never below zero") { $0.viewDisplaysTotalCount >= 0 }
        .REACHES("ten") { $0.viewDisplaysTotalCount == 10 }
        .run(depth: 12)
      return found
    }
    #expect(failures == [])
    #expect(found.flow(reaching: "ten")?.steps.count == 10)
    #expect(found.limit == .depth(12))
    #expect(said.count == 1)
  }

  @Test func `an exploration runs on the actor that owns the scope`() async throws {
    let owner = Owner()
    #expect(try await owner.explored() == 4)
  }
}

private actor Owner {
  func explored() throws -> Int {
    let top = 3
    return try Tally.EXPLORE { Tally(top: top) }.EVENTS { _ in [.up, .down] }.run().states
  }
}

private final class Counter: Scope, ObservableObject {
  enum When {
    case userTappedIncrementButton
    case userTappedDecrementButton
    case loaded(Result<String, any Error>)
  }

  @Published var viewDisplaysTotalCount = 0
  @Published var item: String?

  func update(_ when: When) throws {
    switch when {
    case .userTappedIncrementButton:
      viewDisplaysTotalCount += 1
      if viewDisplaysTotalCount == 3 {
        effectsState.enqueue(Load().mapToResult().map(When.loaded), id: 1, policy: .ignore)
      }
    case .userTappedDecrementButton: viewDisplaysTotalCount = max(0, viewDisplaysTotalCount - 1)
    case .loaded(.success(let item)): self.item = item
    case .loaded(.failure): item = nil
    }
  }
}

private struct Load: Effect, Equatable {
  func runEffect() async throws -> String { "item" }
}
