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

  actor Kiosk {
    private var visits: Visits?

    func open(_ visits: sending Visits) {
      self.visits = visits.send(.userArrived)
    }
    func countAfterTheFirst() async -> Int? {  // Not shown.
      guard let visits else { return nil }  // Not shown.
      for await count in visits.changes(of: \.count) where count > 0 { return count }  // Not shown.
      return nil  // Not shown.
    }  // Not shown.
  }

  // Compiled and never called: it is the data race that the article warns of.
  @MainActor func openUnseen(_ kiosk: Kiosk) async {
    let visits = Visits()
    let arrive = { _ = visits.send(.userArrived) }
    arrive()
    await kiosk.open(visits)
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

  @MainActor final class Model {
    let visits = Visits()

    isolated deinit {}
  }

  /// What the article on isolation and homes shows.
  @Suite struct IsolationArticleTests {
    @Test func `the event of an actor's effect is sent on the actor`() async {
      #expect(await Session().userArrived() == 3)
    }

    @Test func `a scope that moved before its first event has its home there`() async {
      let kiosk = Kiosk()
      await kiosk.open(Visits())
      #expect(await kiosk.countAfterTheFirst() == 3)
    }

    @Test @MainActor func `a scope may live on the MainActor`() {
      #expect(Window().send(.userClosed).isOpen == false)
    }

    @Test func `an effect without a home does not start`() async throws {
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
