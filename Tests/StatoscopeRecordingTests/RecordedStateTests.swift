import Statoscope
import StatoscopeRecording
import Testing

/// The changes of state that a recorder finds with `Mirror` alone.
@Suite("ScopeRecorder, what counts as a change")
struct RecordedStateTests {
  @Test func `a value that is nested deeper than its text is recorded`() {
    let nest = Nest()
    let recorder = ScopeRecorder(nest)
    nest.send(.wrap(50_000)).send(.wrap(1))
    #expect(recorder.recording.moments.count == 2)
    #expect(recorder.recording.moments[0].change.contains { $0.contains("more than 64 levels deep") })
    recorder.stop()
  }

  @Test func `a change that a model's own equality ignores is a change`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.edit("b")).send(.edit("b"))
    #expect(
      recorder.recording.changes == [["  paper: Paper", "  …", #"-   text: "a""#, #"+   text: "b""#], []]
    )
  }

  @Test func `a change inside an object is a change, and a circle of objects ends`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.link).send(.mark(3))
    let changes = recorder.recording.changes
    #expect(changes[1] == ["  drawer: Drawer", "-   number: 0", "+   number: 3", "  …"])
    desk.drawer.other = nil
  }

  @Test func `fields of superclasses and of lazy properties have their names`() {
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

  @Test func `no key of a dictionary is retained, and each entry can change`() {
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

  @Test func `a value that holds itself thousands of times needs no deep stack`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.stack(20_000)).send(.stack(20_001)).send(.stack(1))
    #expect(recorder.recording.changes.map(\.isEmpty) == [false, true, false])
  }

  @Test func `a scope that reflects itself may show other properties each time`() {
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

  @Test func `a state that is described by sending an event is recorded without a crash`() {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    desk.send(.talk)
    desk.send(.edit("c"))
    #expect(recorder.recording.moments.count >= 2)
    desk.sender = nil
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
