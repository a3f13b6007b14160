import Statoscope
import Testing

/// Keeps the names of one page apart from those of others.
enum IsolationArticle {
  struct CountVisits: Effect {
    func runEffect() async throws -> Int { 3 }
  }

  final class Visits: Scope {
    enum When {
      case userArrived
      case counted(Int)
    }

    private(set) var count = 0

    func update(_ when: When) throws {
      switch when {
      case .userArrived: effectsState.enqueue(CountVisits().map(When.counted))
      case .counted(let count): self.count = count
      }
    }
  }

  actor Session {
    private let visits = Visits()

    func userArrived() async -> Int? {
      visits.send(.userArrived)
      for await count in visits.changes(of: \.count) where count > 0 { return count }
      return nil
    }
  }

  @MainActor final class Window: @MainActor Scope {
    enum When { case userClosed }
    private(set) var isOpen = true

    func update(_ when: When) throws {
      switch when {
      case .userClosed: isOpen = false
      }
    }
  }

  /// What the article on isolation and homes shows.
  @Suite struct IsolationArticleTests {
    @Test func anEffectOfAnActorsScopeComesBackToTheActor() async {
      #expect(await Session().userArrived() == 3)
    }

    @Test @MainActor func aScopeMayBelongToTheMainActor() {
      #expect(Window().send(.userClosed).isOpen == false)
    }

    @Test func anEffectWithoutAHomeDoesNotStart() async throws {
      let refused = await Task.detached { () -> Bool in
        do {
          try Visits().trySend(.userArrived, isolation: nil)
          return false
        } catch { return error is EffectIsolationError }
      }.value
      #expect(refused)
    }
  }
}
