import Statoscope
import Testing

@Suite struct `A scope's description for debugging` {
  @Test func `is the state of the scope and its descendants, with their effects`() {
    let library = Library().injectObject(EffectsExecution.enqueueOnly)
    library.send(.open("Swift")).send(.index)
    library.book?.send(.load)
    #expect(
      library.debugDescription == """
        Library
          name: "Public"
          book: Book
            title: "Swift"
            effects in flight:
              Load(title: "Swift")
          effects in flight:
            Index()
        """
    )
  }

  @Test func `is what debugPrint prints`() {
    let library = Library()
    #expect(String(reflecting: library) == library.debugDescription)
    #expect("\(library)" == "Library\n  name: \"Public\"\n  book: nil")
  }

  @Test func `may be the scope's own`() {
    #expect(String(reflecting: Named()) == "my own words")
  }
}

private struct Load: Effect, Equatable {
  let title: String
  func runEffect() async throws -> Book.When { .loaded }
}

private struct Index: Effect, Equatable {
  func runEffect() async throws -> Library.When { .indexed }
}

private final class Library: Scope {
  enum When {
    case open(String)
    case index
    case indexed
  }

  private let name = "Public"
  @Subscope var book: Book?

  func update(_ when: When) throws {
    switch when {
    case .open(let title): book = Book(title)
    case .index: effectsState.enqueue(Index())
    case .indexed: break
    }
  }
}

private final class Book: Scope {
  enum When {
    case load
    case loaded
  }

  private let title: String

  init(_ title: String) { self.title = title }

  func update(_ when: When) throws {
    if case .load = when { effectsState.enqueue(Load(title: title)) }
  }
}

private final class Named: Scope {
  enum When { case nothing }
  override var debugDescription: String { "my own words" }
  func update(_ when: When) throws {}
}
