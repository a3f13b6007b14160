import Statoscope
import TestSupport
import Testing

/// The event that a child is sent when it has become part of a tree.
@MainActor @Suite struct NewChildTests {
  @Test func `initial children are sent it before the first event of their tree, parents first`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 2)
    #expect(journal.entries == [])
    hall.send(.note)
    #expect(
      journal.entries == [
        "room 0 opened for Ada", "desk opened", "room 1 opened for Ada", "desk opened", "hall notes",
      ]
    )
    hall.send(.note)
    #expect(journal.entries.count == 6)
  }

  @Test func `a child's own first event comes after it`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 1)
    hall.rooms[0].send(.note)
    #expect(journal.entries == ["room 0 opened for Ada", "desk opened", "room 0 notes"])
  }

  @Test func `a root is sent none`() {
    let journal = Journal()
    Room(0, journal).send(.note)
    #expect(journal.entries == ["desk opened", "room 0 notes"])
  }

  @Test func `a child that an event adds is sent it when that event has ended`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 0).send(.note)
    hall.send(.add(7))
    #expect(journal.entries == ["hall notes", "hall adds 7", "room 7 opened for Ada", "desk opened"])
    // What it sends its parent is an event of its own.
    hall.send(.addKnocking(8))
    #expect(
      journal.entries.suffix(4) == ["hall adds 8", "room 8 opened for Ada", "desk opened", "hall notes"]
    )
  }

  @Test func `a tree that becomes a child has been sent its own before, and is sent it then`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 0).send(.note)
    let room = Room(6, journal).send(.note)
    hall.rooms.append(room)
    #expect(journal.entries == ["hall notes", "desk opened", "room 6 notes", "room 6 opened for Ada"])
  }

  @Test func `a child that is added outside of an event is sent it at once`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 0).send(.note)
    hall.rooms.append(Room(3, journal))
    #expect(journal.entries.dropFirst() == ["room 3 opened for Ada", "desk opened"])
  }

  @Test func `a child that has left before, or is a child again, is sent nothing`() {
    let journal = Journal()
    let hall = Hall(journal, rooms: 0).send(.note)
    hall.send(.addAndRemove(4))
    #expect(journal.entries == ["hall notes", "hall adds 4"])
    hall.send(.add(5)).send(.swap)
    #expect(journal.entries.filter { $0.contains("opened for") } == ["room 5 opened for Ada"])
  }

  @Test func `effects of the event start on the actor of the tree`() async {
    let hall = Hall(Journal(), rooms: 0).send(.note)
    hall.send(.add(1))
    #expect(hall.rooms[0].effects.count == 1)
    while hall.rooms[0].isLoading { await Task.yield() }
    #expect(hall.rooms[0].effects.isEmpty)
  }
}

/// A root that leaves.
@MainActor @Suite struct LeavingRootTests {
  @Test func `a root that removes itself has left: its effects are cancelled, and none starts`() async {
    let gate = Gate<String>()
    let screen = Screen()
    screen.send(.load(gate))
    await gate.arrived()
    screen.send(.close)
    #expect(screen.effects.isEmpty)
    #expect(throws: EffectIsolationError.self) { _ = try screen.trySend(.load(gate)) }
    await gate.open("late")
    #expect(screen.text == "")
  }
}

private struct Owner: Injectable {
  static var defaultValue: Owner { Owner(name: "nobody") }
  let name: String
}

private final class Hall: Scope {
  enum When {
    case note
    case add(Int)
    case addKnocking(Int)
    case addAndRemove(Int)
    case swap
  }

  @Inject var owner = Owner(name: "Ada")
  @Subscope var rooms: [Room]
  private let journal: Journal

  init(_ journal: Journal, rooms count: Int) {
    self.journal = journal
    rooms = (0..<count).map { Room($0, journal) }
  }

  func update(_ when: When) {
    switch when {
    case .note: journal.note("hall notes")
    case .add(let number):
      rooms.append(Room(number, journal))
      journal.note("hall adds \(number)")
    case .addKnocking(let number):
      rooms.append(Room(number, journal, knocks: true))
      journal.note("hall adds \(number)")
    case .addAndRemove(let number):
      rooms.append(Room(number, journal))
      journal.note("hall adds \(number)")
      rooms.removeLast()
    case .swap:
      let room = rooms.removeLast()
      rooms.append(room)
    }
  }
}

private final class Room: Scope {
  enum When {
    case opened
    case loaded
    case note
  }

  static var whenLinked: When? { .opened }

  @Injected var owner: Owner
  @Superscope var hall: Hall?
  @Subscope var desk: Desk
  private(set) var isLoading = false
  private let number: Int
  private let journal: Journal
  private let knocks: Bool

  init(_ number: Int, _ journal: Journal, knocks: Bool = false) {
    (self.number, self.journal, self.knocks) = (number, journal, knocks)
    desk = Desk(journal)
  }

  func update(_ when: When) {
    switch when {
    case .opened:
      journal.note("room \(number) opened for \(owner.name)")
      isLoading = true
      effectsState.enqueue(AnyEffect { .loaded })
      if knocks { hall?.send(.note) }
    case .loaded: isLoading = false
    case .note: journal.note("room \(number) notes")
    }
  }
}

private final class Desk: Scope {
  enum When { case opened }

  static var whenLinked: When? { .opened }

  private let journal: Journal

  init(_ journal: Journal) {
    self.journal = journal
  }

  func update(_ when: When) {
    journal.note("desk opened")
  }
}

private final class Screen: Scope {
  enum When {
    case load(Gate<String>)
    case loaded(String)
    case close
  }

  private(set) var text = ""

  func update(_ when: When) {
    switch when {
    case .load(let gate): effectsState.enqueue(PassGate(gate).map(When.loaded))
    case .loaded(let text): self.text = text
    case .close: removeFromSuperscope()
    }
  }
}
