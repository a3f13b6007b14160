import Foundation
import Statoscope
import StatoscopeRecording
import Testing

/// What a recorder takes for a change of state, read with `Mirror` alone.
@Suite("ScopeRecorder, changes")
struct RecordedStateTests {
  @Test func `a change deep inside a value is recorded`() {
    let nest = Nest()
    let recorder = ScopeRecorder(nest)
    nest.send(.wrap(200)).send(.wrap(1))
    #expect(recorder.recording.changes.map(\.isEmpty) == [false, false])
  }

  @Test func `values whose descriptions are the same are told apart`() {
    let safe = Safe()
    let recorder = ScopeRecorder(safe)
    for event in Safe.When.allCases { safe.send(event) }
    let changes = recorder.recording.changes
    #expect(changes.map { !$0.isEmpty } == Safe.When.allCases.map { _ in true }, "\(changes)")
    #expect(changes.allSatisfy { $0.contains { $0.hasPrefix("-") } && $0.contains { $0.hasPrefix("+") } })
    #expect(changes[0] == ["- code: 2 bytes: 01 02", "+ code: 2 bytes: 01 03"])
  }

  @Test func `a changed list takes its difference only`() throws {
    let shelf = Shelf()
    let recorder = ScopeRecorder(shelf, capacity: 3)
    shelf.send(.add("a")).send(.insert("b")).send(.replace("c"))
    #expect(
      recorder.recording.changes == [
        ["  titles: [", "  …", #"+   "a""#, "  …"], ["  titles: [", #"+   "b""#, "  …"],
        ["  titles: [", "  …", #"-   "title 7""#, #"+   "c""#, "  …"],
      ]
    )
    for _ in 0..<100 { shelf.send(.add("a")).send(.insert("b")) }
    let recording = recorder.recording
    let moments = try JSONEncoder().encode(recording.moments)
    #expect(moments.count < 1_500)
    #expect(recording.tree(after: 3)[#"\.self"#]?[0].count == 1_000 + 202 + 2)
    shelf.send(.clear).send(.add("x")).send(.add("y\nz")).send(.insert("v")).send(.add("w"))
    #expect(
      recorder.recording.tree(after: 3)[#"\.self"#]?[0] == ValueNode(shelf.titles).lines(behind: "titles")
    )
  }

  @Test func `what reflection cannot see is named`() {
    let shelf = Shelf()
    let recorder = ScopeRecorder(shelf)
    shelf.send(.tap)
    #expect(recorder.recording.changes == [[]])
    #expect(recorder.recording.unseen == ["Shelf.onTap", "Chest"])
    #expect(recorder.recording.html().contains("Not visible to tests: Shelf.onTap, Chest."))
    #expect(ScopeRecorder(Desk()).recording.unseen == [])
  }

  @Test func `a change that the model's own equality ignores is recorded`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.edit("b")).send(.edit("b"))
    #expect(
      recorder.recording.changes == [["  paper: Paper", "  …", #"-   text: "a""#, #"+   text: "b""#], []]
    )
  }

  @Test func `a change inside an object is recorded, and cycles are cut`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.link).send(.mark(3))
    let changes = recorder.recording.changes
    #expect(changes[1] == ["  drawer: Drawer", "-   number: 0", "+   number: 3", "  …"])
    desk.drawer.other = nil
  }

  @Test func `fields of superclasses and lazy properties have their names`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    _ = desk.shelf
    desk.send(.inherit)
    let recording = recorder.recording
    #expect(
      recording.scopes[0].fields.compactMap(\.first).map { $0.prefix { $0 != ":" } }
        == ["inherited", "paper", "drawer", "tags", "stack", "shelf", "sender"]
    )
    #expect(recording.changes == [["- shelf: nil", "+ shelf: 7"], ["- inherited: 0", "+ inherited: 1"]])
  }

  @Test func `a dictionary's keys are not retained, and its entries are compared`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    weak var key: Tag?
    do {
      let tag = Tag()
      key = tag
      desk.send(.tag(tag, 1)).send(.tag(tag, 2)).send(.untag)
    }
    #expect(key == nil)
    #expect(recorder.recording.changes.map { !$0.isEmpty } == [true, true, true])
  }

  @Test func `a value that contains itself thousands of times needs no deep stack`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.stack(20_000)).send(.stack(20_001)).send(.stack(1))
    #expect(recorder.recording.changes.map(\.isEmpty) == [false, false, false])
  }

  @Test func `a scope's own mirror may have other properties each time`() {
    let chest = Chest()
    let recorder = ScopeRecorder(chest)
    chest.send(.fill).send(.close).send(.fill).send(.open)
    #expect(
      recorder.recording.changes == [
        ["- tools: 0", "+ tools: 1"], ["- isOpen: true", "+ isOpen: false"], [],
        ["- isOpen: false", "+ isOpen: true", "- tools: 1", "+ tools: 2"],
      ]
    )
  }

  @Test func `a state whose description sends an event is recorded`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.talk)
    desk.send(.edit("c"))
    #expect(recorder.recording.moments.count >= 2)
    desk.sender = nil
  }
}

/// A scope whose values have descriptions that do not tell them apart.
private final class Safe: Scope {
  enum When: CaseIterable { case code, date, price, plan, optional }
  struct Euros: CustomStringConvertible {
    var cents = 100
    var description: String { "\(cents / 100) €" }
  }
  enum Plan: String, CustomStringConvertible {
    case monthly, yearly
    var description: String { "a plan" }
  }

  private(set) var code = Data([1, 2])
  private(set) var date = Date(timeIntervalSinceReferenceDate: 1)
  private(set) var price = Euros()
  private(set) var plan = Plan.monthly
  private(set) var optional: Int??

  func update(_ when: When) {
    switch when {
    case .code: code = Data([1, 3])
    case .date: date = Date(timeIntervalSinceReferenceDate: 1.25)
    case .price: price.cents = 150
    case .plan: plan = .yearly
    case .optional: optional = .some(nil)
    }
  }
}

private final class Shelf: Scope {
  enum When: Sendable {
    case add(String)
    case insert(String)
    case replace(String)
    case clear
    case tap
  }

  private(set) var titles = (0..<1_000).map { "title \($0)" }
  private(set) var onTap: () -> Void = {}
  @Subscope var chest = Chest()

  func update(_ when: When) {
    switch when {
    case .add(let title): titles.append(title)
    case .insert(let title): titles.insert(title, at: 0)
    case .replace(let title): titles[8] = title
    case .clear: titles = []
    case .tap:
      let count = titles.count
      onTap = { print(count) }
    }
  }
}

private struct Paper: Equatable {
  var id = 1
  var text = "a"
  static func == (one: Paper, other: Paper) -> Bool { one.id == other.id }
}

private indirect enum Stack {
  case bottom
  case on(Stack)
}

private final class Drawer {
  var number = 0
  var other: Drawer?
}

private final class Tag: Hashable, Sendable {
  static func == (one: Tag, other: Tag) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value that sends an event when it is reflected on.
private struct Talker: CustomReflectable {
  unowned let desk: Desk
  var customMirror: Mirror {
    if desk.mayTalk {
      desk.mayTalk = false
      desk.send(.inherit)
    }
    return Mirror(self, children: ["number": desk.inherited])
  }
}

/// A scope that shows its contents while it is open.
private final class Chest: Scope, CustomReflectable {
  enum When: Sendable { case open, close, fill }
  private var isOpen = true
  private var tools = 0

  var customMirror: Mirror {
    Mirror(
      self,
      children: isOpen ? ["isOpen": isOpen, "tools": tools] : ["isOpen": isOpen],
      ancestorRepresentation: .suppressed
    )
  }

  func update(_ when: When) throws {
    switch when {
    case .open: isOpen = true
    case .close: isOpen = false
    case .fill: tools += 1
    }
  }
}

private class Furniture: ScopeNode {
  var inherited = 0
}

private final class Desk: Furniture, ScopeProtocol {
  enum When: Sendable {
    case edit(String)
    case link
    case mark(Int)
    case inherit
    case tag(Tag, Int)
    case untag
    case talk
    case stack(Int)
  }

  private(set) var paper = Paper()
  let drawer = Drawer()
  private(set) var tags: [Tag: Int] = [:]
  private(set) var stack = Stack.bottom
  lazy var shelf = 7
  var sender: Talker?
  @Injected(default: false) var mayTalk

  func update(_ when: When) throws {
    switch when {
    case .edit(let text): paper.text = text
    case .link:
      drawer.other = Drawer()
      drawer.other?.other = drawer
    case .mark(let number): drawer.number = number
    case .inherit: inherited += 1
    case .tag(let tag, let number): tags[tag] = number
    case .untag: tags = [:]
    case .stack(let height):
      stack = .bottom
      for _ in 0..<height { stack = .on(stack) }
    case .talk:
      mayTalk = true
      sender = Talker(desk: self)
    }
  }
}

private final class Nest: Scope {
  enum When: Sendable { case wrap(Int) }
  private var value: [Any] = []

  func update(_ when: When) throws {
    if case .wrap(let times) = when { for _ in 0..<times { value = [value] } }
  }

  // One by one: Swift would release them recursively.
  deinit { while let inner = value.first as? [Any] { value = inner } }
}
