import Statoscope
import TestSupport
import Testing

/// What a property can hold children in, besides scopes, cases, optionals, arrays and dictionaries of them.
@MainActor @Suite struct SubscopeValueTests {
  private let library = Library().send(.nothing)

  private func keyPath(_ book: Book?) -> String? { book.map { ScopeTree($0).keyPathFromRoot } }

  @Test func `an app's own collection links the scopes in it, in its order`() {
    library.shelf["b"] = Book()
    library.shelf["a"] = Book()
    #expect(ScopeTree(library).children.map { $0 === library.shelf["a"] } == [true, false])
    #expect(keyPath(library.shelf["b"]) == #"\.shelf["b"]"#)
    #expect(library.shelf["b"]?.color.name == "red")
  }

  @Test func `what stays in an app's own collection keeps its effects`() {
    library.shelf["a"] = Book().send(.read)
    library.shelf["b"] = Book().send(.read)
    let (first, second) = (library.shelf["a"], library.shelf["b"])
    library.shelf["a"] = Book()
    #expect(first?.effects.count == 0)
    #expect(second?.effects.count == 1)
    #expect(ScopeTree(library).children.count == 2)
  }

  @Test func `a scope removes itself from an app's own collection`() {
    library.shelf["a"] = Book()
    library.shelf["b"] = Book()
    library.shelf["a"]?.send(.leave)
    #expect(library.shelf.keys == ["b"])
    #expect(ScopeTree(library).children.count == 1)
  }

  @Test func `an app's own collection holds cases`() {
    library.stack["x"] = .note("nothing")
    library.stack["y"] = .book(Book())
    guard case .book(let book)? = library.stack["y"] else { Issue.record("no book"); return }
    #expect(keyPath(book) == #"\.stack["y"]?.book"#)
    #expect(book.color.name == "red")
    book.send(.leave)
    #expect(library.stack.keys == ["x"])
  }

  @Test func `an app's own collection may read its tree when it is asked for its scopes`() {
    let asked = Library()
    asked.shelf.onAsk = { [weak asked] in _ = asked.map { ScopeTree($0).children } }
    asked.shelf["a"] = Book()
    #expect(asked.shelf["a"]?.color.name == "red")
  }

  @Test func `a collection that names too few positions keeps its children`() {
    library.nameless.books = [Book(), Book()]
    #expect(ScopeTree(library).children.count == 2)
    #expect(keyPath(library.nameless.books[1]) == #"\.nameless"#)
    library.nameless.books[1].send(.leave)
    #expect(library.nameless.books.count == 1)
  }

  @Test func `a property may have the name of a requirement`() {
    library.subscopes.append(Book())
    #expect(keyPath(library.subscopes[0]) == #"\.subscopes[0]"#)
  }

  @Test func `collections hold collections`() {
    library.rooms = ["z": [Book()], "a": [Book(), Book()]]
    #expect(keyPath(library.rooms["a"]?[1]) == #"\.rooms["a"]?[1]"#)
    #expect(ScopeTree(library).children.first === library.rooms["a"]?[0])
    let staying = library.rooms["z"]?[0].send(.read)
    library.rooms["a"]?.append(Book())
    library.rooms["a"]?[0].send(.leave)
    #expect(library.rooms["a"]?.count == 2)
    #expect(ScopeTree(library).children.count == 3)
    #expect(staying?.effects.count == 1)
    library.rooms["z"] = nil
    #expect(staying?.effects.count == 0)
  }

  @Test func `an optional holds a list, and an array holds optionals`() {
    library.loans = [Book()]
    library.loans?.append(Book())
    #expect(keyPath(library.loans?[1]) == #"\.loans?[1]"#)
    library.loans?[0].send(.leave)
    #expect(library.loans?.count == 1)
    library.places = [nil, Book(), nil]
    #expect(keyPath(library.places[1]) == #"\.places[1]"#)
    library.places[1]?.send(.leave)
    #expect(library.places.count == 3 && library.places[1] == nil)
  }

  @Test(.waitsForPrograms) func `a scope in two lists of a list traps and names both places`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let library = Library()
      let book = Book()
      library.grid = [[Book()], [book]]
      library.grid[0].append(book)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(#"\.grid[0][1]"#) && text.contains(#"\.grid[1][0]"#), "\(text)")
  }
}

/// A dictionary that keeps the order of its keys, as an app or another package would write it.
private struct OrderedDictionary<Key: Hashable, Value> {
  private(set) var keys: [Key] = []
  private var values: [Key: Value] = [:]
  var onAsk: () -> Void = {}

  subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      if values[key] == nil, newValue != nil { keys.append(key) }
      if newValue == nil { keys.removeAll { $0 == key } }
      values[key] = newValue
    }
  }
}

extension OrderedDictionary: SubscopeValue where Value: SubscopeValue {
  var subscopes: [ScopeNode?] {
    onAsk()
    return keys.flatMap { values[$0]?.subscopes ?? [] }
  }

  var subscopePositions: [SubscopePosition] {
    keys.flatMap { key in values[key]?.subscopePositions.map { .key(key, $0) } ?? [] }
  }

  mutating func removeSubscope(at index: Int) -> Bool {
    self[keys[index]] = nil
    return true
  }
}

/// It does not say where its scopes are.
private struct Nameless: SubscopeValue {
  var books: [Book] = []
  var subscopes: [ScopeNode?] { books.map { $0 } }
  var subscopePositions: [SubscopePosition] { [] }

  mutating func removeSubscope(at index: Int) -> Bool {
    books.remove(at: index)
    return true
  }
}

private final class Library: Scope {
  enum When { case nothing }
  @Subscope var shelf = OrderedDictionary<String, Book>()
  @Subscope var stack = OrderedDictionary<String, Screen>()
  @Subscope var rooms: [String: [Book]] = [:]
  @Subscope var loans: [Book]?
  @Subscope var places: [Book?] = []
  @Subscope var grid: [[Book]] = []
  @Subscope var subscopes: [Book] = []
  @Subscope var nameless = Nameless()
  @Inject var color = Color(name: "red")

  func update(_ when: When) throws {}
}

private enum Screen: ScopeEnum {
  case book(Book)
  case note(String)
}

private struct Color: Injectable {
  let name: String
  static var defaultValue: Color { Color(name: "none") }
}

private final class Book: Scope {
  enum When { case read, leave }
  @Injected var color: Color

  func update(_ when: When) throws {
    switch when {
    case .read: effectsState.enqueue(Endless())
    case .leave: removeFromSuperscope()
    }
  }
}
