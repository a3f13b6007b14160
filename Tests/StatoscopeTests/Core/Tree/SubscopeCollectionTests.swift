import Statoscope
import TestSupport
import Testing

/// Children in arrays and dictionaries: how they are linked, and what leaves with those that are removed.
@MainActor @Suite struct SubscopeCollectionTests {
  @Test func `children in an array and in a dictionary are linked by the first event`() {
    let (first, second, third) = (Book(), Book(), Book())
    let shelf = Shelf(books: [first, second], byTitle: ["third": third])
    #expect([first, second, third].allSatisfy { $0.shelf == nil })
    shelf.send(.nothing)
    #expect([first, second, third].allSatisfy { $0.shelf === shelf })
  }

  @Test func `children in an array are linked by their parent's first look-up`() {
    let book = Book()
    let shelf = Shelf(books: [book])
    _ = shelf.lamp
    #expect(book.shelf === shelf)
  }

  @Test func `children are linked by the first access of any of them`() {
    let (book, entry) = (Book(), Book())
    let shelf = Shelf(books: [book], byTitle: ["entry": entry])
    #expect(shelf.byTitle["entry"] === entry)
    #expect(book.shelf === shelf)
    #expect(entry.shelf === shelf)
  }

  @Test func `children find values injected at ancestors`() {
    let shelf = Shelf(books: [Book(), Book()], byTitle: ["a": Book()]).injectObject(Lamp(isLit: true))
    #expect(shelf.books.map(\.lamp.isLit) == [true, true])
    #expect(shelf.byTitle["a"]?.lamp.isLit == true)
  }

  @Test func `a child appended later is linked at once`() {
    let shelf = Shelf().send(.nothing)
    let (book, entry) = (Book(), Book())
    shelf.books.append(book)
    shelf.byTitle["entry"] = entry
    #expect(book.shelf === shelf)
    #expect(entry.shelf === shelf)
  }

  @Test func `a child removed from an array is unlinked, and its effects are cancelled`() async {
    let shelf = Shelf(books: [Book(), Book()])
    let (staying, removed) = (shelf.books[0], shelf.books[1])
    let late = startEverything(in: removed)
    let kept = startEverything(in: staying)
    shelf.books.remove(at: 1)
    #expect(removed.shelf == nil)
    #expect(effects(in: removed) == 0)
    #expect(effects(in: staying) == 3)
    await late.open("late")
    let next = Gate<String>()
    let other = Shelf(books: [removed])
    other.send(.nothing)
    removed.cover.send(.load(next))
    await next.open("next")
    await removed.cover.receives(1)
    #expect(removed.cover.received == ["next"])
    #expect(removed.pages.map(\.received) == [[], []])
    await kept.open("kept")
    await staying.cover.receives(1)
    #expect(staying.cover.received == ["kept"])
  }

  @Test func `a child removed from a dictionary is unlinked, its effects cancelled`() {
    let shelf = Shelf(byTitle: ["a": Book(), "b": Book()])
    let removed = shelf.byTitle["a"]
    _ = removed.map(startEverything)
    shelf.byTitle["a"] = nil
    #expect(removed?.shelf == nil)
    #expect(removed.map(effects) == 0)
  }

  @Test func `a replaced child is unlinked, and its effects are cancelled`() {
    let shelf = Shelf(books: [Book()], byTitle: ["a": Book()])
    let replaced = [shelf.books[0], shelf.byTitle["a"]].compactMap { $0 }
    for book in replaced { _ = startEverything(in: book) }
    shelf.books[0] = Book()
    shelf.byTitle["a"] = Book()
    #expect(replaced.map(effects) == [0, 0])
    #expect(replaced.allSatisfy { $0.shelf == nil })
    #expect(shelf.books[0].shelf === shelf)
    #expect(shelf.byTitle["a"]?.shelf === shelf)
  }

  @Test func `a child at another index remains in the tree, with its effects`() async {
    let shelf = Shelf(books: [Book(), Book(), Book()])
    let book = shelf.books[2]
    let gate = startEverything(in: book)
    shelf.books.reverse()
    shelf.books.insert(Book(), at: 0)
    shelf.books.removeLast()
    #expect(shelf.books[1] === book)
    #expect(book.tree.keyPathFromRoot == #"\.books[1]"#)
    #expect(effects(in: book) == 3)
    await gate.open("a")
    await book.cover.receives(1)
    #expect(book.cover.received == ["a"])
  }

  @Test func `a child under another key remains in the tree, with its effects`() {
    let shelf = Shelf(byTitle: ["old": Book(), "other": Book()])
    let book = shelf.byTitle["old"]
    _ = book.map(startEverything)
    shelf.byTitle = ["new": book].compactMapValues { $0 }
    #expect(book?.tree.keyPathFromRoot == #"\.byTitle["new"]"#)
    #expect(book.map(effects) == 3)
  }

  @Test func `a child may move to another property after its removal`() {
    let book = Book()
    let shelf = Shelf(books: [book]).send(.nothing)
    shelf.books = []
    shelf.byTitle["a"] = book
    #expect(book.tree.keyPathFromRoot == #"\.byTitle["a"]"#)
  }

  @Test func `arrays of children with arrays of children are one tree`() {
    let shelf = Shelf(books: [Book(), Book()]).injectObject(Lamp(isLit: true))
    let page = shelf.books[1].pages[1]
    #expect(page.tree.root === shelf)
    #expect(page.tree.keyPathFromRoot == #"\.books[1].pages[1]"#)
    #expect(throws: Never.self) { try page.resolve(Lamp.self) }
  }

  @Test
  func `an optional child is linked when added and cancelled when removed`() {
    let shelf = Shelf(byTitle: ["a": Book()])
    let bookmark = Loader()
    shelf.byTitle["a"]?.bookmark = bookmark
    #expect(bookmark.tree.root === shelf)
    #expect(bookmark.tree.keyPathFromRoot == #"\.byTitle["a"]?.bookmark"#)
    bookmark.send(.load(Gate()))
    shelf.byTitle = [:]
    #expect(bookmark.effects.isEmpty)
    #expect(bookmark.tree.root !== shelf)
  }

  /// Starts one effect in each scope below a book.
  private func startEverything(in book: Book) -> Gate<String> {
    let gate = Gate<String>()
    for loader in book.pages + [book.cover] { loader.send(.load(gate)) }
    return gate
  }

  private func effects(in book: Book) -> Int {
    (book.pages + [book.cover]).map(\.effects.count).reduce(0, +)
  }
}

private struct Lamp: Injectable {
  var isLit: Bool
  static let defaultValue = Lamp(isLit: false)
}

private final class Shelf: Scope {
  enum When { case nothing }
  @Subscope var books: [Book]
  @Subscope var byTitle: [String: Book]
  @Injected var lamp: Lamp

  init(books: [Book] = [], byTitle: [String: Book] = [:]) {
    _books = Subscope(wrappedValue: books)
    _byTitle = Subscope(wrappedValue: byTitle)
  }

  func update(_ when: When) throws {}
}

private final class Book: Scope {
  enum When { case nothing }
  @Subscope var pages = [Loader(), Loader()]
  @Subscope var cover = Loader()
  @Subscope var bookmark: Loader?
  @Superscope var shelf: Shelf?
  @Injected var lamp: Lamp
  func update(_ when: When) throws {}
}
