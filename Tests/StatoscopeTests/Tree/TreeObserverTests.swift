import Statoscope
import TestSupport
import Testing

/// What a `TreeObserver` is called about, in which order, and for how long.
@Suite("TreeObserver") struct TreeObserverTests {
  private let journal = Journal()

  @Test func `calls surround middlewares and the update, the root's outermost`() {
    let house = House()
    house.room = Room()
    house.addSubscopeMiddleware { [journal] _, next in
      journal.note("middleware")
      try next()
    }
    observe(house, as: "house")
    if let room = house.room { observe(room, as: "room") }
    house.room?.send(.open)
    house.send(.nothing)
    #expect(
      journal.entries == [
        "house: will handle open of Room", "room: will handle open of Room", "middleware",
        "house: will update Room", "room: will update Room",
        "room: did update Room", "house: did update Room",
        "room: did handle open of Room", "house: did handle open of Room",
        "house: will handle nothing of House", "middleware", "house: will update House",
        "house: did update House", "house: did handle nothing of House",
      ]
    )
  }

  @Test func `an event that a middleware drops is handled and updates nothing`() {
    let room = Room()
    room.addMiddleware { _, _, _ in }
    observe(room, as: "room")
    room.send(.open)
    #expect(journal.entries == ["room: will handle open of Room", "room: did handle open of Room"])
  }

  @Test func `an update that throws ends with its error`() {
    let room = Room()
    observe(room, as: "room")
    #expect(throws: InvalidStateError.self) { try room.trySend(.refuse) }
    #expect(
      journal.entries == [
        "room: will handle refuse of Room", "room: will update Room",
        "room: did update Room, failed", "room: did handle refuse of Room, failed",
      ]
    )
  }

  @Test func `an event sent by its own scope's update is queued`() {
    let room = Room()
    observe(room, as: "room")
    room.send(.openTwice)
    #expect(
      journal.entries == [
        "room: will handle openTwice of Room", "room: will update Room", "room: queued",
        "room: did update Room", "room: did handle openTwice of Room", "room: dequeued",
        "room: will handle open of Room", "room: will update Room", "room: did update Room",
        "room: did handle open of Room",
      ]
    )
  }

  @Test func `an observer that an event adds or removes sees no half of it`() {
    let (room, other) = (Room(), Note("added", journal))
    let first = observe(room, as: "removed")
    room.addSubscopeMiddleware { [weak room] _, next in
      room?.addObserver(other)
      room?.removeObserver(first)
      try next()
    }
    room.send(.open)
    #expect(journal.entries.allSatisfy { $0.hasPrefix("removed: ") } && journal.entries.count == 4)
    room.send(.open)
    #expect(journal.entries[4...].allSatisfy { $0.hasPrefix("added: ") } && journal.entries.count == 8)
  }

  @Test func `an observer that has ended is called no more, and is released`() {
    let room = Room()
    weak let released: Note? = {
      let note = observe(room, as: "ended")
      note.hasEnded = true
      return note
    }()
    #expect(released != nil)
    room.send(.open)
    #expect(journal.entries == [])
    #expect(released == nil)
  }

  @Test func `ended observers are removed while no event comes by`() {
    let room = Room()
    var all: [WeakNote] = []
    for number in 0..<1_000 {
      let note = observe(room, as: "\(number)")
      note.hasEnded = true
      all.append(WeakNote(note: note))
    }
    #expect(all.count { $0.note != nil } <= 32)
  }

  @Test func `observers stay with their scopes when trees are joined and divided`() {
    let (house, room) = (House(), Room())
    observe(house, as: "house")
    observe(room, as: "room")
    house.room = room
    room.send(.open)
    #expect(journal.entries.first == "house: will handle open of Room")
    #expect(journal.entries.count == 8)
    house.room = nil
    room.send(.open)
    #expect(journal.entries.count == 12)
    house.send(.nothing)
    #expect(journal.entries.count == 16)
    let other = House()
    other.room = room
    other.send(.nothing)
    #expect(journal.entries.count == 16)
    room.send(.open)
    #expect(journal.entries.count == 20)
  }

  @Test func `the place is announced to those that asked for it`() {
    let (house, room) = (House(), Room())
    observe(room, as: "room", for: .place)
    observe(house, as: "house")
    house.room = room
    room.injectObject(1)
    house.injectObject(2)
    house.room = nil
    #expect(journal.entries == ["room: moved", "room: moved", "room: moved", "room: moved"])
    house.injectObject(3)
    room.send(.open)
    #expect(journal.entries.count == 4)
  }

  @Test func `an error that no sender receives is announced above its scope`() {
    let house = House()
    house.room = Room()
    observe(house, as: "house", for: .lostErrors)
    house.room?.send(.refuse)
    _ = try? house.room?.trySend(.refuse)
    #expect(journal.entries == [#"house: lost refuse of \.room, a Room"#])
  }

  @MainActor
  @Test func `effects are announced from their start to the delivery of their events`() async throws {
    let (room, isDone) = (Room(), Gate<Void>())
    observe(room, as: "room")
    let subscription = room.subscribe { _, when in
      if case .loaded = when { Task { await isDone.open(()) } }
    }
    room.send(.load)
    let before = journal.entries.count
    #expect(
      journal.entries[2...] == [
        "room: did update Room", "room: effect 1 started", "room: did handle load of Room",
      ]
    )
    try await isDone.pass()
    subscription.cancel()
    #expect(
      Array(journal.entries[before...]) == [
        "room: will deliver 1", "room: effect 1 completed", "room: will handle loaded of Room",
        "room: will update Room", "room: did update Room", "room: did handle loaded of Room",
        "room: did deliver 1",
      ]
    )
  }

  @discardableResult
  private func observe(
    _ scope: ScopeNode,
    as name: String,
    for observedChanges: ObservedChanges = .events
  ) -> Note {
    let note = Note(name, journal, for: observedChanges)
    scope.addObserver(note)
    return note
  }
}

private struct WeakNote {
  weak var note: Note?
}

/// Notes each call.
private final class Note: TreeObserver {
  let observedChanges: ObservedChanges
  var hasEnded = false
  private let name: String
  private let journal: Journal

  init(_ name: String, _ journal: Journal, for observedChanges: ObservedChanges = .events) {
    self.name = name
    self.journal = journal
    self.observedChanges = observedChanges
  }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) { note("will handle \(when)", scope) }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    note("did handle \(when)", scope, failure)
  }

  func willUpdate(_ scope: ScopeNode, for when: any Sendable) { add("will update \(type(of: scope))") }

  func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {
    add("did update \(type(of: scope))\(failure == nil ? "" : ", failed")")
  }

  func didQueueEvent(of scope: ScopeNode) { add("queued") }
  func willHandleQueuedEvent(of scope: ScopeNode) { add("dequeued") }

  func effect(_ generation: UInt64, of scope: ScopeNode, did change: EffectChange) {
    let text =
      switch change {
      case .started: "started"
      case .ended(.completed): "completed"
      case .ended(.failed(let error)): "failed(\(error))"
      case .ended(.cancelled): "cancelled"
      }
    add("effect \(generation) \(text)")
  }

  func willDeliver(_ generation: UInt64, to scope: ScopeNode) { add("will deliver \(generation)") }
  func didDeliver(_ generation: UInt64, to scope: ScopeNode) { add("did deliver \(generation)") }
  func didMove() { add("moved") }
  func didLose(_ error: LostError) { add("lost \(error.event.dropFirst()) of \(error.place)") }

  private func note(_ text: String, _ scope: ScopeNode, _ failure: (any Error)? = nil) {
    add("\(text) of \(type(of: scope))\(failure == nil ? "" : ", failed")")
  }

  private func add(_ text: String) { journal.note("\(name): \(text)") }
}

private final class House: Scope {
  enum When: Sendable { case nothing }
  @Subscope var room: Room?
  func update(_ when: When) throws {}
}

private final class Room: Scope {
  enum When: Sendable { case open, openTwice, refuse, load, loaded }
  private(set) var openings = 0

  func update(_ when: When) throws {
    switch when {
    case .open: openings += 1
    case .openTwice: send(.open)
    case .refuse: throw InvalidStateError()
    case .load: effectsState.enqueue(AnyEffect { .loaded })
    case .loaded: break
    }
  }
}
