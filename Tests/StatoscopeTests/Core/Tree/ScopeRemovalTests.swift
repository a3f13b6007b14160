import Observation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

@Suite struct `A scope that removes itself` {
  @Test func `leaves an optional property, which becomes nil`() {
    let shelf = Shelf()
    shelf.cover = Book("a")
    let book = shelf.cover
    book?.send(.close)
    #expect(shelf.cover == nil)
    #expect(book?.shelf == nil)
  }

  @Test func `leaves its array, and the others remain in order`() {
    let shelf = Shelf()
    shelf.books = ["a", "b", "c"].map(Book.init)
    shelf.books[1].send(.close)
    #expect(shelf.books.map(\.name) == ["a", "c"])
    #expect(shelf.books[1].tree.keyPathFromRoot == #"\.books[1]"#)
  }

  @Test func `leaves its dictionary, and the others remain`() {
    let shelf = Shelf()
    shelf.byName = ["a": Book("a"), "b": Book("b"), "c": Book("c")]
    shelf.byName["b"]?.send(.close)
    #expect(shelf.byName.mapValues(\.name) == ["a": "a", "c": "c"])
  }

  @Test func `may do so outside of its update, and again without effect`() {
    let shelf = Shelf()
    let book = Book("a")
    shelf.cover = book
    book.removeFromSuperscope()
    book.removeFromSuperscope()
    #expect(shelf.cover == nil)
    shelf.cover = book
    #expect(book.shelf === shelf)
  }

  @Test func `does nothing where no property holds it`() {
    let shelf = Shelf()
    shelf.cover = Book("a")
    shelf.removeFromSuperscope()
    #expect(shelf.cover?.shelf === shelf)
    #expect(Book("b").send(.close).name == "b")
  }

  @Test func `may be a child of a child, removed by the event of another`() {
    let room = Room()
    room.shelf.cover = Book("a")
    room.shelf.books = [Book("b")]
    room.send(.clear)
    #expect(room.shelf.cover == nil)
    #expect(room.shelf.books.isEmpty)
    #expect(room.tree.children.map { ObjectIdentifier($0) } == [ObjectIdentifier(room.shelf)])
  }

  @Test func `remains the parent of its children`() {
    let room = Room()
    room.spare = Shelf()
    room.spare?.cover = Book("a")
    let shelf = room.spare
    shelf?.removeFromSuperscope()
    #expect(room.spare == nil)
    #expect(shelf?.cover?.shelf === shelf)
  }

  @Test func `cancels its effects, and starts none of the current update`() async {
    let shelf = Shelf().injectObject(EffectsExecution.enqueueOnly)
    let book = Book("a")
    shelf.cover = book
    book.send(.read)
    #expect(book.effects.count == 1)
    #expect(throws: EffectIsolationError.self) { try book.trySend(.readAndClose) }
    #expect(shelf.cover == nil)
    #expect(book.effects.isEmpty)
  }

  @Test func `is released when nothing else retains it`() {
    let shelf = Shelf()
    shelf.cover = Book("a")
    weak let book = shelf.cover
    book?.send(.close)
    #expect(book == nil)
  }

  @Test func `does not change the path of the current event`() {
    let (room, journal) = (Room(), Journal())
    room.addSubscopeMiddleware { event, next in
      try next()
      journal.note(event.path)
    }
    room.shelf.books = [Book("a"), Book("b")]
    room.shelf.books[1].send(.close)
    #expect(journal.entries == [#"\.shelf.books[1]"#])
  }

  @Test func `is absent in changes(of:) of a key path to it`() async throws {
    let shelf = Shelf()
    shelf.cover = Book("a")
    var names = shelf.changes(of: \.cover?.name).makeAsyncIterator()
    #expect(try await names.next() == "a")
    shelf.cover?.send(.close)
    #expect(try await names.next() == .some(nil))
  }

  @Test func `may do so in a plan`() throws {
    try Room.GIVEN { Room() }
      .configure(exhaustivity: .on)
      .WHEN(.showBook)
      .THEN_NotNil(\.shelf.cover)
      .THEN(\.shelf.cover?.name, equals: "a")
      .WHEN(\.shelf.cover, .close)
      .THEN_Nil(\.shelf.cover)
      .runTest()
  }

  @Test(.waitsForPrograms) func `traps in a non-optional property`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let room = Room().send(.clear)
      room.shelf.removeFromSuperscope()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        removeFromSuperscope() was called on the scope Shelf, which is held by Room.shelf. That property cannot be \
        without a scope. Declare it as an optional, an array or a dictionary, or assign another scope to it.
        """
      )
    )
  }
}

extension `A scope that removes itself` {
  @Test func `notifies those who read the property, and no others`() {
    let (shelf, journal) = (Shelf(), Journal())
    shelf.cover = Book("a")
    shelf.books = [Book("b"), Book("c")]
    withObservationTracking {
      _ = shelf.cover
    } onChange: {
      journal.note("cover")
    }
    withObservationTracking {
      _ = shelf.books
    } onChange: {
      journal.note("books")
    }
    shelf.cover?.send(.close)
    #expect(journal.entries == ["cover"])
    shelf.books[0].send(.close)
    #expect(journal.entries == ["cover", "books"])
  }

  @Test func `notifies those that read a property of a superclass`() {
    let (shelf, journal) = (TallShelf(), Journal())
    shelf.cover = Book("a")
    withObservationTracking {
      _ = shelf.cover
    } onChange: {
      journal.note("cover")
    }
    shelf.cover?.send(.close)
    #expect(journal.entries == ["cover"])
  }

  @Test func `publishes its parent's change beforehand, even if never read`() {
    let book = Book("a")
    let shelf = Shelf(book).send(.nothing)
    var counts: [Int] = []
    let token = shelf.objectWillChange.sink { [weak shelf] _ in
      counts.append(shelf?.tree.children.count ?? 0)
    }
    book.send(.close)
    #expect(counts == [1])
    #expect(shelf.tree.children.isEmpty)
    token.cancel()
  }
}

private class Shelf: Scope, ObservableObject {
  enum When { case nothing }
  @Published var isDusty = false
  @Subscope var cover: Book?
  @Subscope var books: [Book] = []
  @Subscope var byName: [String: Book] = [:]

  init(_ cover: Book? = nil) {
    _cover = Subscope(wrappedValue: cover)
  }

  func update(_ when: When) throws {}
}

private final class TallShelf: Shelf {}

private final class Book: Scope {
  enum When {
    case close
    case read
    case readAndClose
    case finished
  }

  @Superscope var shelf: Shelf?
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func update(_ when: When) throws {
    switch when {
    case .close:
      removeFromSuperscope()
    case .read:
      effectsState.enqueue(AnyEffect { .finished })
    case .readAndClose:
      effectsState.enqueue(AnyEffect { .finished })
      removeFromSuperscope()
    case .finished:
      break
    }
  }
}

private final class Room: Scope {
  enum When {
    case clear
    case showBook
  }

  @Subscope var shelf = Shelf()
  @Subscope var spare: Shelf?

  func update(_ when: When) throws {
    switch when {
    case .clear:
      shelf.cover?.send(.close)
      for book in shelf.books { book.send(.close) }
    case .showBook:
      shelf.cover = Book("a")
    }
  }
}
