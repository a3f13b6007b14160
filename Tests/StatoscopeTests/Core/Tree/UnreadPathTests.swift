import Statoscope
import TestSupport
import Testing

/// What a change of one child asks its siblings, with a middleware that reads no path.
@MainActor @Suite struct UnreadPathTests {
  @Test func `hiding and showing a child does not hash its siblings' keys`() {
    let (crowd, uses) = makeCrowd()
    crowd.send(.hide(0)).send(.show(0))
    #expect(crowd.people.count == 10_000)
    uses.reset()
    crowd.send(.hide(5_000))
    #expect(crowd.people.count == 9_999)
    crowd.send(.show(5_000))
    #expect(crowd.people.count == 10_000)
    #expect(uses.descriptions == 0)
    // A dictionary hashes the keys around the one that it removes, to move these.
    #expect(uses.hashes < 100)
  }

  @Test func `hiding a grandchild does not hash the keys of siblings`() throws {
    let (crowd, uses) = makeCrowd()
    let person = try #require(crowd.people[Key(5_000, uses)])
    person.send(.showHat)
    uses.reset()
    person.send(.hideHat).send(.showHat)
    #expect(person.hat != nil)
    #expect(uses.descriptions == 0 && uses.hashes == 0)
  }

  @Test func `a child removes itself without describing its siblings' keys`() throws {
    let (crowd, uses) = makeCrowd()
    let person = try #require(crowd.people[Key(5_000, uses)])
    uses.reset()
    person.send(.leave)
    #expect(crowd.people.count == 9_999)
    #expect(uses.descriptions == 0 && uses.hashes < 100)
  }

  @Test func `an event that a middleware retains has its original path`() throws {
    let (crowd, uses) = makeCrowd()
    var events: [ScopeEvent] = []
    crowd.addSubscopeMiddleware { event, next in
      events.append(event)
      try next()
    }
    let person = try #require(crowd.people[Key(5_000, uses)])
    person.send(.leave)
    uses.reset()
    #expect(events.first?.path == #"\.people[5000]"#)
    #expect(uses.descriptions == 1)
  }

  /// A thousand cases with an associated value of any size.
  @Test(arguments: Page.Kind.allCases)
  fileprivate func `an appended case is the only one that is asked for its scope`(_ kind: Page.Kind) {
    let (book, uses) = (Book(), Uses())
    var pages: [Page] = []
    for index in 0..<1_000 {
      let page = Page(kind, Person(), "page \(index) of a thousand", uses)
      pages.append(page)
      book.pages.append(page)
    }
    #expect(uses.scopes == 1_000)
    uses.reset()
    book.pages = pages + [Page(kind, Person(), "the last", uses)]
    #expect(uses.scopes == 1)
    #expect(book.tree.children.count == 1_001)
  }

  @Test(arguments: Page.Kind.allCases)
  fileprivate func `removing or replacing a case does not ask the others for their scopes`(_ kind: Page.Kind)
  {
    let (book, uses) = (Book(), Uses())
    book.pages = (0..<1_000).map { Page(kind, Person(), "page \($0)", uses) }
    #expect(uses.scopes == 1_000)
    uses.reset()
    book.pages.remove(at: 500)
    book.pages.removeLast()
    #expect(uses.scopes == 0)
    book.pages[250] = Page(kind, Person(), "another", uses)
    book.pages.insert(Page(kind, Person(), "one more", uses), at: 750)
    #expect(uses.scopes == 2)
    #expect(book.tree.children.count == 999)
  }

  private func makeCrowd() -> (Crowd, Uses) {
    let uses = Uses()
    let crowd = Crowd(uses)
    crowd.people = Dictionary(uniqueKeysWithValues: (0..<10_000).map { (Key($0, uses), Person()) })
    crowd.addSubscopeMiddleware { _, next in try next() }
    return (crowd, uses)
  }
}

/// Counts what the library asks values for.
private final class Uses {
  var (descriptions, hashes, scopes) = (0, 0, 0)

  func reset() { (descriptions, hashes, scopes) = (0, 0, 0) }
}

private struct Key: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  let number: Int
  let uses: Uses

  init(_ number: Int, _ uses: Uses) {
    self.number = number
    self.uses = uses
  }

  static func == (one: Key, other: Key) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) {
    uses.hashes += 1
    hasher.combine(number)
  }

  var description: String {
    uses.descriptions += 1
    return "\(number)"
  }

  var debugDescription: String { description }
}

private enum Page: ScopeEnum {
  case plain(Person, Uses)
  case titled(Person, title: String, Uses)
  case marked(Person, isRead: Bool, Uses)

  enum Kind: CaseIterable, Sendable {
    case plain
    case titled
    case marked
  }

  init(_ kind: Kind, _ person: Person, _ title: String, _ uses: Uses) {
    self =
      switch kind {
      case .plain: .plain(person, uses)
      case .titled: .titled(person, title: title, uses)
      case .marked: .marked(person, isRead: true, uses)
      }
  }

  var scope: ScopeNode? {
    switch self {
    case .plain(let person, let uses), .titled(let person, _, let uses), .marked(let person, _, let uses):
      uses.scopes += 1
      return person
    }
  }
}

private final class Book: Scope {
  enum When { case nothing }
  @Subscope var pages: [Page] = []
  func update(_ when: When) throws {}
}

private final class Crowd: Scope {
  enum When {
    case show(Int)
    case hide(Int)
  }

  @Subscope var people: [Key: Person] = [:]
  private let uses: Uses

  init(_ uses: Uses) { self.uses = uses }

  func update(_ when: When) throws {
    switch when {
    case .show(let number): people[Key(number, uses)] = Person()
    case .hide(let number): people[Key(number, uses)] = nil
    }
  }
}

private final class Person: Scope {
  enum When {
    case showHat
    case hideHat
    case leave
  }

  @Subscope var hat: Person?

  func update(_ when: When) throws {
    switch when {
    case .showHat: hat = Person()
    case .hideHat: hat = nil
    case .leave: removeFromSuperscope()
    }
  }
}
