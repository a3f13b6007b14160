import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Synchronization
import TestSupport
import Testing

/// No exploration says that it is complete if an update depends on more than its state and its event.
@Suite("Exploration, what is no state")
struct ReplayTests {
  // MARK: Errors

  @Test func `a storage that all scopes share is an error`() throws {
    let storage = StateStorage.inMemory()
    let plan = Keeper.EXPLORE { Keeper().injectObject(storage) }.EVENTS { _ in [.add] }
    #expect(try difference(plan) == Difference(#"\.count is 1 instead of 0"#, after: []))
    // It is full now, so it never changes.
    let full = Keeper.EXPLORE { Keeper().injectObject(storage) }.EVENTS { _ in [.add, .clear] }
    #expect(try difference(full) == Difference(#"\.count is 0 instead of 1"#, after: []))
  }

  @Test func `a storage that all scopes share is an error below a screen, too`() throws {
    let storage = StateStorage.inMemory()
    let plan = Store.EXPLORE { Store().injectObject(storage) }
      .EVENTS { sut in sut.keeper == nil ? [.open] : [.close] }
      .EVENTS(\.keeper) { _ in [.add] }
    let found = try difference(plan)
    #expect(found == Difference(#"\.keeper.count is 1 instead of 0"#, after: ["open"]))
  }

  @Test func `a storage with values that no scope shows is listed`() throws {
    let found = try Store.EXPLORE { Store().injectObject(StateStorage.inMemory()) }
      .EVENTS { sut in sut.keeper == nil ? [.open] : [.close] }
      .EVENTS(\.keeper) { _ in [.add] }
      .run()
    #expect(found.indistinctState == ["StateStorage, injected into Keeper"])
    #expect(!found.isComplete)
  }

  @Test func `an object that all scopes share is an error`() throws {
    let box = Box()
    let plan = Boxed.EXPLORE { Boxed(box) }.EVENTS { _ in [.raise] }
    #expect(try difference(plan) == Difference(#"\.box.number is 1 instead of 0"#, after: []))
  }

  @Test func `an injected object that all scopes share is an error if it makes a difference`() throws {
    let box = Box()
    let plan = Reader.EXPLORE { Reader().injectObject(box) }.EVENTS { _ in [.raise] }
    #expect(try difference(plan) == Difference(#"\.shown is 2 instead of 1"#, after: ["raise"]))
  }

  @Test func `what all scopes share is an error with STATE, too`() throws {
    let box = Box()
    let plan = Boxed.EXPLORE { Boxed(box) }.EVENTS { _ in [.raise] }.STATE { $0.box.number }
    #expect(try difference(plan) == Difference("the state is 1 instead of 0", after: []))
  }

  @Test func `a die is never complete`() throws {
    for faces in [2, 3, 6] {
      for _ in 0..<100 {
        let plan = Die.EXPLORE { Die(faces) }.EVENTS { die in die.rolls.count < 3 ? [.roll] : [] }
        // The first roll differs after the shortest path.
        let found = try difference(plan)
        #expect(found?.text.hasPrefix(#"\.rolls[0] is "#) == true)
        #expect(found?.events == ["roll"])
      }
    }
  }

  @Test func `a coin among many sure steps is never complete`() throws {
    for _ in 0..<100 {
      let plan = Walker.EXPLORE { Walker() }.EVENTS { _ in [.left, .right, .up, .down] }
      let found = try difference(plan)
      #expect(found?.events.last == "up")
    }
  }

  @Test func `an update that refuses by chance is never complete`() throws {
    for _ in 0..<20 {
      let plan = Moody.EXPLORE { Moody() }.EVENTS { _ in [.ask] }
      #expect(throws: ExplorationError.self) { try plan.run() }
    }
  }

  @Test func `a new identifier in each update is found at once`() throws {
    let identified = Identified.EXPLORE { Identified() }.EVENTS { _ in [.renew] }
    let found = try difference(identified)
    #expect(found?.text.hasPrefix(#"\.id is "#) == true)
    #expect(found?.events == ["renew"])
    #expect(Identified.renewals.load(ordering: .relaxed) < 10)
  }

  @Test func `chance in a value that STATE leaves out is no error`() throws {
    let found = try Die.EXPLORE { Die(6) }
      .EVENTS { die in die.rolls.count < 3 ? [.roll] : [] }
      .STATE { $0.rolls.count }
      .run()
    #expect(found.states == 4)
    #expect(found.isComplete)
  }

  @Test func `a property that depends on chance is named`() throws {
    let calls = Atomic(0)
    let plan = Keeper.EXPLORE { Keeper().injectObject(StateStorage.inMemory()) }
      .EVENTS { _ in [.add, .clear] }
      .NEVER("asked twice") { _ in calls.add(1, ordering: .relaxed).newValue == 2 }
    #expect(try difference(plan) == Difference(#"NEVER "asked twice" is decided otherwise"#, after: ["add"]))
  }

  // MARK: What is listed

  @Test func `what a middleware captures is listed, and nothing is complete`() throws {
    let found = try Lamp.EXPLORE {
      var events = 0
      return Lamp().addMiddleware { _, when, next in
        events += 1
        if events != 3 { try next(when) }
      }
    }
    .EVENTS { _ in [.flip] }
    .run()
    #expect(found.indistinctState == ["what a middleware or a subscriber of Lamp captures"])
    #expect(!found.isComplete)
    #expect(
      found.description.contains(
        "reflection does not show all of the state: what a middleware or a subscriber of Lamp captures. States that "
          + "differ in it only count as one, so some may be missing. Add .STATE { } that returns all that tells states apart."
      )
    )
  }

  @Test func `what a middleware for the scopes below captures is listed`() throws {
    let found = try Room.EXPLORE {
      var events = 0
      return Room().addSubscopeMiddleware { _, next in
        events += 1
        if events != 3 { try next() }
      }
    }
    .EVENTS(\.lamp) { _ in [.flip] }
    .run()
    #expect(found.indistinctState == ["what a middleware or a subscriber of Room captures"])
    #expect(!found.isComplete)
  }

  @Test func `what a subscriber captures is listed, and nothing is complete`() throws {
    let found = try Room.EXPLORE { Room(countsFlips: true) }.EVENTS(\.lamp) { _ in [.flip] }.run()
    #expect(found.indistinctState == ["what a middleware or a subscriber of Room captures"])
    #expect(!found.isComplete)
    let own = try Lamp.EXPLORE { Lamp(countsFlips: true) }.EVENTS { _ in [.flip] }.run()
    #expect(own.indistinctState == ["what a middleware or a subscriber of Lamp captures"])
    #expect(!own.isComplete)
  }

  @Test func `with STATE the author decides whether closures capture state`() throws {
    let plan = Room.EXPLORE { Room() }.EVENTS(\.lamp) { _ in [.flip] }.STATE { [$0.lamp.isOn, $0.isDark] }
    let found = try plan.run()
    #expect(found.states == 3)
    #expect(found.indistinctState == [])
    #expect(found.isComplete)
    let counting = Room.EXPLORE { Room(countsFlips: true) }
      .EVENTS(\.lamp) { _ in [.flip] }
      .STATE { [$0.lamp.isOn, $0.isDark] }
    #expect(throws: ExplorationError.self) { try counting.run() }
  }

  @Test func `a scope that is its own middleware captures nothing`() throws {
    let found = try House.EXPLORE { House() }.EVENTS(\.lamp) { _ in [.flip] }.run()
    #expect(found.states == 2)
    #expect(found.isComplete)
  }

  @Test func `an object in an injected structure is listed if it changes`() throws {
    let plan = Reader.EXPLORE { Reader().injectObject(Client(box: Box())) }
    let found = try plan.EVENTS { _ in [.raise] }.run(depth: 3)
    #expect(found.indistinctState == ["Client, injected into Reader"])
    #expect(!found.isComplete)
    let constant = try plan.EVENTS { _ in [.look] }.run()
    #expect(constant.indistinctState == [])
    #expect(constant.isComplete)
  }

  @Test func `a structure that an update injects is seen, too`() throws {
    let found = try Reader.EXPLORE { Reader().injectObject(Client(box: Box())) }
      .EVENTS { sut in [.renew, .look] }
      .run(depth: 3)
    #expect(found.indistinctState == ["Client, injected into Reader"])
  }

  @Test func `an identifier that counts is listed`() throws {
    let found = try Names.EXPLORE { Names().injectObject(NewUUID.counting()) }
      .EVENTS { sut in sut.last == nil ? [.add] : [.remove] }
      .run(depth: 4)
    #expect(found.indistinctState == ["NewUUID, injected into Names"])
    #expect(!found.isComplete)
    // The same in each run: it is part of what is reported.
    let identifier = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    let constant = try Names.EXPLORE { Names().injectObject(NewUUID.constant(identifier)) }
      .EVENTS { sut in sut.last == nil ? [.add] : [.remove] }
      .run()
    #expect(constant.states == 2)
    #expect(constant.isComplete)
  }

  // MARK: Effort

  @Test func `the paths are the same in each run`() throws {
    let counts = try (0..<2).map { _ in
      let before = Pacer.steps.load(ordering: .relaxed)
      try Pacer.EXPLORE { Pacer() }.EVENTS { _ in [.step, .turn] }.run()
      return Pacer.steps.load(ordering: .relaxed) - before
    }
    #expect(counts[0] == counts[1])
  }

  // MARK: Tools

  private struct Difference: Equatable {
    let text: String
    let events: [String]

    init(_ text: String, after events: [String]) {
      self.text = text
      self.events = events
    }
  }

  /// Explores; returns the difference that was found, or nil.
  private func difference<Sut>(_ plan: ExplorationPlan<Sut>) throws -> Difference? {
    do {
      try plan.run(states: 2_000)
      return nil
    } catch ExplorationError.replayDiffers(_, let difference, let events, _) {
      return Difference(difference, after: events)
    }
  }
}

private final class Keeper: Scope {
  enum When { case add, clear }

  @Stored("count") private(set) var count = 0

  func update(_ when: When) throws { count = when == .add ? 1 : 0 }
}

private final class Store: Scope {
  enum When { case open, close }

  @Subscope private(set) var keeper: Keeper?

  func update(_ when: When) throws { keeper = when == .open ? Keeper() : nil }
}

private final class Box {
  var number = 0
}

private final class Boxed: Scope {
  enum When { case raise }

  let box: Box

  init(_ box: Box) {
    self.box = box
  }

  func update(_ when: When) throws { box.number = min(3, box.number + 1) }
}

private struct Client {
  let box: Box
}

private final class Reader: Scope {
  enum When { case raise, look, renew }

  private(set) var shown = 0

  func update(_ when: When) throws {
    let client: Client? = try? resolve(Client.self)
    let box: Box = try client?.box ?? resolve(Box.self)
    switch when {
    case .raise:
      box.number = min(3, box.number + 1)
      shown = box.number
    case .look: break
    case .renew:
      let other = Box()
      other.number = 1
      injectObject(Client(box: other))
    }
  }
}

private final class Die: Scope {
  enum When { case roll }

  private(set) var rolls: [Int] = []
  private let faces: Int

  init(_ faces: Int) {
    self.faces = faces
  }

  func update(_ when: When) throws { rolls.append(.random(in: 1...faces)) }
}

/// A place among four, with one step that a coin decides.
private final class Walker: Scope {
  enum When { case left, right, up, down }

  private(set) var place = 0
  private(set) var isHigh = false

  func update(_ when: When) throws {
    switch when {
    case .left: place = max(0, place - 1)
    case .right: place = min(3, place + 1)
    case .up: if place == 2 { isHigh = .random() }
    case .down: isHigh = false
    }
  }
}

/// Walks around in a circle.
private final class Pacer: Scope {
  enum When { case step, turn }

  static let steps = Atomic(0)

  private var place = 0
  private var isTurned = false

  func update(_ when: When) throws {
    Self.steps.add(1, ordering: .relaxed)
    switch when {
    case .step: place = (place + (isTurned ? 299 : 1)) % 300
    case .turn: isTurned.toggle()
    }
  }
}

private final class Moody: Scope {
  enum When { case ask }

  func update(_ when: When) throws { if Bool.random() { throw InvalidStateError() } }
}

private final class Identified: Scope {
  enum When { case renew }

  static let renewals = Atomic(0)

  private(set) var id: UUID?

  func update(_ when: When) throws {
    Self.renewals.add(1, ordering: .relaxed)
    id = UUID()
  }
}

private final class Lamp: Scope {
  enum When { case flip }

  private(set) var isOn = false
  private var subscription: ScopeSubscription?

  init(countsFlips: Bool = false) {
    super.init()
    guard countsFlips else { return }
    var flips = 0
    subscription = subscribe { lamp, _ in
      flips += 1
      if flips == 3 { lamp.isOn = true }
    }
  }

  func update(_ when: When) throws { isOn.toggle() }
}

private final class Room: Scope {
  enum When {}

  @Subscope var lamp = Lamp()
  private(set) var isDark = false
  private var subscription: ScopeSubscription?

  init(countsFlips: Bool = false) {
    super.init()
    var flips = 0
    subscription = subscribe(to: Lamp.self) { room, lamp, _ in
      flips += countsFlips ? 1 : 0
      room.isDark = !lamp.isOn || flips > 3
    }
  }

  func update(_ when: When) throws {}
}

private final class House: Scope, SubscopeMiddleware {
  enum When {}

  @Subscope var lamp = Lamp()

  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws { try next() }

  func update(_ when: When) throws {}
}

private final class Names: Scope {
  enum When { case add, remove }

  @Injected private var newID: NewUUID
  private(set) var last: UUID?

  func update(_ when: When) throws { last = when == .add ? newID() : nil }
}
