import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum ComposableArchitecturePage {
  struct NumberFacts: Injectable, Sendable {
    var fact: @Sendable (Int) async throws -> String
    static let defaultValue = NumberFacts { "\($0) is a number." }
  }

  struct LoadFact: Effect, Equatable {
    let number: Int
    @InjectedForEffect var facts: NumberFacts
    func runEffect() async throws -> String { try await facts.fact(number) }
  }

  final class Feature: Scope {
    private(set) var count = 0
    private(set) var fact: String?

    enum When: Equatable {
      case userTappedIncrement
      case userTappedFact
      case factLoaded(String)
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedIncrement:
        count += 1
        fact = nil
      case .userTappedFact:
        effectsState.enqueue(LoadFact(number: count).map(When.factLoaded), id: "fact", policy: .replace)
      case .factLoaded(let fact):
        self.fact = fact
      }
    }
  }

  final class Tabs: Scope {
    @Subscope var first = Feature()
    @Subscope var second: Feature?

    enum When { case userOpenedSecond }

    func update(_ when: When) throws {
      switch when {
      case .userOpenedSecond: second = Feature()
      }
    }
  }

  /// What the page for those who come from the Composable Architecture shows.
  @Suite struct FromComposableArchitectureTests {
    @Test func theTestStoreIsAnExhaustivePlan() throws {
      try Feature.GIVEN { Feature() }
        .configure(exhaustivity: .on)
        .WHEN(.userTappedIncrement)
        .THEN(\.count, equals: 1)
        .WHEN(.userTappedFact)
        .THEN_EnqueuedEffect(LoadFact(number: 1))
        .WHEN_EffectCompletes(LoadFact.self, with: "1 is the first.")
        .THEN(\.fact, equals: "1 is the first.")
        .runTest()
    }

    @Test func receivingIsALivePlan() async throws {
      try await Feature.GIVEN { Feature().injectObject(NumberFacts { "\($0) is good." }) }
        .WHEN(.userTappedFact)
        .RECEIVE(.factLoaded("0 is good."))
        .THEN(\.fact, equals: "0 is good.")
        .runTest(effects: .live())
    }

    @Test func childrenAreSubscopes() throws {
      try Tabs.GIVEN { Tabs() }
        .WHEN(\.first, .userTappedIncrement)
        .THEN(\.first.count, equals: 1)
        .WHEN(.userOpenedSecond)
        .WITH(\.second)
        .WHEN(.userTappedIncrement)
        .THEN(\.count, equals: 1)
        .POP()
        .runTest()
    }
  }
}
