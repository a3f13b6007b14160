import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum FirstStatoscopePage {
  struct LoadTotal: Effect, Equatable {
    func runEffect() async throws -> Int { 7 }
  }

  final class Total: Scope {
    enum When {
      case userPulledToRefresh
      case loaded(Int)
    }

    private(set) var total = 0

    func update(_ when: When) throws {
      switch when {
      case .userPulledToRefresh:
        effectsState.enqueue(LoadTotal().map(When.loaded), id: "load", policy: .ignore)
      case .loaded(let total):
        guard total >= 0 else { throw InvalidStateError() }
        self.total = total
      }
    }
  }

  /// What the page for those who come from the first Statoscope shows.
  @Suite struct FromFirstStatoscopeTests {
    @Test func itsTestsReadAsTheyDid() throws {
      try Total.GIVEN { Total() }
        .WHEN(.userPulledToRefresh)
        .THEN_EnqueuedEffect(LoadTotal())
        .FORK_EffectCompletes(LoadTotal.self, with: 1) { sut in
          try sut.THEN(\.total, equals: 1)
        }
        .WHEN_OldestEffectCompletes(with: .loaded(7))
        .THEN(\.total, equals: 7)
        .WHEN_Throws(.loaded(-1))
        .runTest(assertNoPendingEffects: true)
    }

    @Test func anEventSaysWhatItMayThrow() throws {
      let total = Total()
      total.send(.loaded(-1))  // The error is logged.
      #expect(throws: InvalidStateError.self) { try total.trySend(.loaded(-1)) }
    }
  }
}
