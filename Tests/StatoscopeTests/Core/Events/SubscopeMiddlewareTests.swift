import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Middleware that sees the events of a scope and of all below it.
@Suite struct SubscopeMiddlewareTests {
  @Test(.lesson(12)) func `every ancestor's middleware runs, the root's outermost`() {
    let (office, journal) = (Office(), Journal())
    office.floor.desk.addMiddleware { _, when, next in try journal.around("own", { try next(when) }) }
    office.floor.desk.addSubscopeMiddleware { _, next in try journal.around("desk", next) }
    office.floor.addSubscopeMiddleware { _, next in try journal.around("floor", next) }
    office.addSubscopeMiddleware { _, next in try journal.around("root", next) }
    office.floor.desk.send(.work)
    let names = ["root", "floor", "desk", "own"]
    #expect(journal.entries == names.map { "\($0) begins" } + names.reversed().map { "\($0) ends" })
    #expect(office.floor.desk.hours == 1)
  }

  @Test func `the last one added to a scope is the outermost`() {
    let (office, journal) = (Office(), Journal())
    office.addSubscopeMiddleware { _, next in try journal.around("first", next) }
    office.addSubscopeMiddleware { _, next in try journal.around("last", next) }
    office.send(.open)
    #expect(journal.entries == ["last begins", "first begins", "first ends", "last ends"])
  }

  @Test func `the event has its scope, its value and its path`() {
    let (office, journal) = (Office(), Journal())
    // Their identities: to keep the scopes here would be a cycle.
    var scopes: [ObjectIdentifier] = []
    office.addSubscopeMiddleware { event, next in
      scopes.append(ObjectIdentifier(event.scope))
      journal.note("\(event.path) \(event.when)")
      try next()
    }
    office.send(.open)
    office.floor.desk.send(.work)
    #expect(journal.entries == [#"\.self open"#, #"\.floor.desk work"#])
    #expect(scopes == [ObjectIdentifier(office), ObjectIdentifier(office.floor.desk)])
  }

  @Test func `the path is that at the time when the event was sent`() {
    let (desks, journal) = (Desks(), Journal())
    var kept: [ScopeEvent] = []
    desks.addSubscopeMiddleware { [weak desks] event, next in
      try next()
      journal.note(event.path)
      if event.scope === desks { kept.append(event) }
    }
    desks.desks[2].send(.leave)
    desks.desks[1].send(.comeFirst)
    desks.send(.close)
    #expect(journal.entries == [#"\.self"#, #"\.desks[2]"#, #"\.self"#, #"\.desks[1]"#, #"\.self"#])
    desks.desks = []
    #expect(kept.map(\.path) == [#"\.self"#, #"\.self"#, #"\.self"#])
    kept = []
  }

  @Test func `the path does not change when the tree is added to another`() {
    let (room, desks, journal) = (DeskRoom(), Desks(), Journal())
    desks.addSubscopeMiddleware { [weak room, weak desks] event, next in
      room?.desks = desks
      try next()
      journal.note(event.path)
    }
    desks.desks[1].send(.work)
    #expect(journal.entries == [#"\.desks[1]"#])
    #expect(room.desks === desks)
    #expect(desks.desks[1].tree.keyPathFromRoot == #"\.desks?.desks[1]"#)
  }

  @Test func `the path of a retained event does not change`() {
    let desks = Desks()
    let last = desks.desks[2]
    var path: (() -> String)?
    desks.addSubscopeMiddleware { event, next in
      if event.scope === last { path = { event.path } }
      try next()
    }
    last.send(.work)
    desks.send(.remove(last.number))
    #expect(path?() == #"\.desks[2]"#)
    path = nil
  }

  @Test func `middleware may drop, repeat and refuse events of descendants`() {
    let office = Office()
    var times = 0
    office.addSubscopeMiddleware { _, next in for _ in 0..<times { try next() } }
    office.floor.desk.send(.work)
    #expect(office.floor.desk.hours == 0)
    times = 2
    office.floor.desk.send(.work)
    #expect(office.floor.desk.hours == 2)
    office.addSubscopeMiddleware { _, _ in throw Offline() }
    #expect(throws: Offline.self) { try office.floor.desk.trySend(.work) }
    #expect(office.floor.desk.hours == 2)
  }

  @Test func `an error of middleware after the update discards the effects`() {
    let office = Office().injectObject(EffectsExecution.enqueueOnly)
    office.addSubscopeMiddleware { _, next in
      try next()
      throw Offline()
    }
    #expect(throws: Offline.self) { try office.floor.desk.trySend(.call) }
    #expect(office.floor.desk.effects.isEmpty)
  }

  @Test(.lesson(12)) func `middleware receives a flow test's events of its scope and a child`() throws {
    let journal = Journal()
    try GIVEN { Office().noting(in: journal) }
      .WHEN(.open)
      .WHEN(\.floor.desk, .work)
      .THEN(\.floor.desk.hours, equals: 1)
      .runTest()
    #expect(journal.entries == [#"\.self open"#, #"\.floor.desk work"#])
  }

  @Test @MainActor func `middleware receives the events of effects`() async {
    let (journal, gate) = (Journal(), Gate<String>())
    let office = Office().noting(in: journal)
    office.phone.send(.load(gate))
    await gate.open("a")
    await office.phone.receives(1)
    #expect(journal.entries.count == 2)
    #expect(journal.entries.last?.hasPrefix(#"\.phone loaded("#) == true)
  }

  @Test func `middleware receives the events of children that are added later`() {
    let journal = Journal()
    let office = Office().noting(in: journal)
    office.guests = [Desk()]
    office.guests[0].send(.work)
    #expect(journal.entries == [#"\.guests[0] work"#])
  }

  @Test func `middleware does not receive the events of a removed child`() {
    let journal = Journal()
    let office = Office().noting(in: journal)
    let removed = office.floor
    office.floor = Floor()
    removed.desk.send(.work)
    #expect(journal.entries == [])
    #expect(removed.desk.hours == 1)
  }

  @Test func `the middleware of a removed subtree remains with the subtree`() {
    let journal = Journal()
    let office = Office()
    let removed = office.floor
    removed.addSubscopeMiddleware { event, next in
      journal.note(event.path)
      try next()
    }
    office.floor = Floor()
    office.floor.desk.send(.work)
    #expect(journal.entries == [])
    removed.desk.send(.work)
    let other = Office(floor: removed).send(.open)
    removed.desk.send(.work)
    #expect(other.floor === removed)
    #expect(journal.entries == [#"\.desk"#, #"\.floor.desk"#])
  }

  @Test func `middleware receives a queued event when that event runs`() {
    let journal = Journal()
    let office = Office().noting(in: journal)
    office.floor.desk.send(.workTwice)
    #expect(journal.entries == [#"\.floor.desk workTwice"#, #"\.floor.desk work"#])
  }
}

extension Journal {
  fileprivate func around(_ name: String, _ next: () throws -> Void) rethrows {
    note("\(name) begins")
    try next()
    note("\(name) ends")
  }
}

private final class Office: Scope {
  enum When { case open }
  @Subscope var floor: Floor
  @Subscope var phone = Loader()
  @Subscope var guests: [Desk] = []

  init(floor: Floor = Floor()) {
    _floor = Subscope(wrappedValue: floor)
  }

  func update(_ when: When) throws {}

  func noting(in journal: Journal) -> Office {
    addSubscopeMiddleware { event, next in
      journal.note("\(event.path) \(event.when)")
      try next()
    }
  }
}

private final class Floor: Scope {
  enum When { case nothing }
  @Subscope var desk = Desk()
  func update(_ when: When) throws {}
}

private final class Desk: Scope {
  enum When {
    case work
    case workTwice
    case call
  }

  private(set) var hours = 0

  func update(_ when: When) throws {
    switch when {
    case .work: hours += 1
    case .workTwice: send(.work)
    case .call: effectsState.enqueue(AnyEffect { .work })
    }
  }
}

private final class DeskRoom: Scope {
  enum When: Sendable { case nothing }
  @Subscope var desks: Desks?
  func update(_ when: When) throws {}
}

private final class Desks: Scope {
  enum When: Sendable {
    case remove(Int)
    case moveToFront(Int)
    case close
  }

  @Subscope var desks = (0..<3).map(NumberedDesk.init)

  func update(_ when: When) throws {
    switch when {
    case .remove(let number): desks.removeAll { $0.number == number }
    case .moveToFront(let number): desks.sort { $1.number != number && $0.number == number }
    case .close: break
    }
  }
}

private final class NumberedDesk: Scope {
  enum When: Sendable {
    case work
    case leave
    case comeFirst
  }

  @Superscope var desks: Desks?
  let number: Int

  init(number: Int) { self.number = number }

  func update(_ when: When) throws {
    switch when {
    case .work: break
    case .leave: desks?.send(.remove(number))
    case .comeFirst: desks?.send(.moveToFront(number))
    }
  }
}
