import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum RunToCompletionArticle {
  final class Door: Scope {
    enum When {
      case userKnocked
      case opened
    }

    private(set) var log: [String] = []

    func update(_ when: When) throws {
      switch when {
      case .userKnocked:
        log.append("knocked")
        send(.opened)  // Waits: this scope is updating.
        log.append("heard")
      case .opened:
        log.append("opened")
      }
    }
  }

  struct Save: Effect, Equatable {
    let text: String
    func runEffect() async throws {}
  }

  final class Note: Scope {
    enum When {
      case userTappedSave(String)
      case saved
    }

    private(set) var text = "old"

    func update(_ when: When) throws {
      switch when {
      case .userTappedSave(let text):
        self.text = text
        effectsState.enqueue(Save(text: text).map { .saved })
        guard !text.isEmpty else { throw InvalidStateError() }
      case .saved:
        break
      }
    }
  }

  /// What the article on run to completion shows.
  @Suite struct RunToCompletionArticleTests {
    @Test func `an event sent to an updating scope waits`() {
      let door = Door()
      door.send(.userKnocked)
      #expect(door.log == ["knocked", "heard", "opened"])
    }

    @Test func `an update that throws starts no effects`() throws {
      try Note.GIVEN { Note() }
        .WHEN_Throws(.userTappedSave(""))
        .THEN(\.text, equals: "")
        .THEN_NoEffects()
        .WHEN(.userTappedSave("new"))
        .THEN_EnqueuedEffect(Save(text: "new"))
        .runTest()
    }
  }
}
