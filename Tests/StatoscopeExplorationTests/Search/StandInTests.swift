import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Synchronization
import TestSupport
import Testing

/// One scope stands in for another only where no difference can be seen, and never in what is reported.
@Suite("Exploration, shared paths")
struct StandInTests {
  @Test func `the number of sent events grows with the transitions only`() throws {
    for top in [100, 1_000] {
      let (found, sent) = try counted {
        try Ladder.EXPLORE { Ladder(top: top) }.EVENTS { _ in [.down, .up] }.STATE { $0.step }.run()
      }
      #expect(found.states == top + 1)
      // Besides the paths that are taken once more, of at most 256 steps.
      #expect(sent < 5 * found.transitions + 20_000)
    }
  }

  /// Explores, and counts the events, without a page of living documentation, which takes every path once more.
  private func counted(_ explore: () throws -> Exploration) throws -> (Exploration, sent: Int) {
    let count = SentCount()
    let found = try LivingDocumentation.$current.withValue(nil) {
      try SentCount.$current.withValue(count) { try explore() }
    }
    return (found, count.number)
  }

  @Test func `the number of sent events is the same where paths join`() throws {
    for size in [5, 30] {
      let (found, sent) = try counted {
        try Field.EXPLORE { Field(size: size) }.EVENTS { _ in Field.When.allCases }.run()
      }
      #expect(found.states == size * size)
      #expect(sent < 3 * found.transitions + 10_000)
    }
  }

  @Test func `no more scopes are retained than may rest`() throws {
    let crowd = Crowd()
    let (found, _) = try counted {
      try Field.EXPLORE { crowd.add(Field(size: 20)) }
        .EVENTS { _ in Field.When.allCases }
        .run(retainedScopes: 32)
    }
    #expect(found.states == 400)
    // Those that wait, a sixteenth as many, and the two that are led at the time.
    #expect(crowd.most <= 32 + 2 + 2)
  }

  @Test func `a scope with an object that has changed stands in for no other`() throws {
    let (found, failures, _) = try overheard {
      try Secretive.EXPLORE { Secretive() }
        .EVENTS { _ in [.left, .right] }
        .NEVER("the door opens") { $0.isOpen }
        .run()
    }
    // A scope that went back and forth has turned more often than one on the shortest path, and opens sooner.
    #expect(found.indistinctState == ["Sent, injected into Secretive"])
    #expect(failures.map(\.text) == found.counterexamples.map(\.source))
    #expect(found.counterexamples.map(\.steps) == [Array(repeating: ".WHEN(.left)", count: 61)])
  }

  @Test func `a property may read a fake that is no state`() throws {
    let plan = Secretive.EXPLORE { Secretive() }.EVENTS { _ in [.knock, .knock, .knock] }
    let (once, failures, _) = try overheard {
      try plan.NEVER("a turn") { try $0.resolve(Sent.self).events == 1 }.run()
    }
    #expect(failures.count == 1)
    #expect(once.counterexamples.map(\.steps) == [[".WHEN(.knock)"]])
    // No knock changes the state, so a scope that was kept there comes to three; a fresh one that goes the shortest
    // way to that state and knocks does not, and nothing else is ever reported.
    let (thrice, none, _) = try overheard {
      try plan.NEVER("three turns") { try $0.resolve(Sent.self).events == 3 }.run()
    }
    #expect(none == [])
    #expect(thrice.states == 1)
  }

  @Test func `a GIVEN that makes different scopes is an error`() throws {
    var top = 50
    let plan = Ladder.EXPLORE {
      top += 1
      return Ladder(top: top)
    }
    .EVENTS { _ in [.down, .up] }
    let line: UInt = #line - 5
    #expect(
      throws: ExplorationError.replayDiffers(
        scope: "Ladder",
        difference: #"\.top is 52 instead of 51"#,
        events: [],
        location: "StandInTests.swift:\(line)"
      )
    ) {
      try plan.run()
    }
  }

  @Test func `a reused scope, a closure that throws, or no event is an error`() {
    let tally = Tally(top: 2)
    let line: UInt = #line
    let same = Tally.EXPLORE { tally }.EVENTS { _ in [.up, .down] }
    let throwing = Tally.EXPLORE { throw Offline() }.EVENTS { _ in [.up] }
    let idle = EXPLORE { Tally(top: 1) }
    let file = "StandInTests.swift"
    #expect(throws: ExplorationError.sameScopeGivenTwice(scope: "Tally", location: "\(file):\(line + 1)")) {
      try same.run()
    }
    #expect(
      throws: ExplorationError.givenThrew(scope: "Tally", error: "Offline()", location: "\(file):\(line + 2)")
    ) {
      try throwing.run()
    }
    #expect(throws: ExplorationError.nothingCanHappen(scope: "Tally", location: "\(file):\(line + 3)")) {
      try idle.run()
    }
  }

  @Test func `each error says what is wrong, where, and how to fix it`() {
    let texts = [
      ExplorationError.nothingCanHappen(scope: "Tally", location: "A.swift:1"),
      .givenThrew(scope: "Tally", error: "Offline()", location: "A.swift:1"),
      .sameScopeGivenTwice(scope: "Tally", location: "A.swift:1"),
      .replayDiffers(
        scope: "Tally",
        difference: #"\.count is 2 instead of 1"#,
        events: ["up", "down"],
        location: "A.swift:1"
      ),
    ].map(\.description)
    #expect(
      texts == [
        """
        The exploration of Tally lists no events and no results of effects, so there is nothing to explore \
        (EXPLORE at A.swift:1). Add .EVENTS { sut in [ … ] } with the events that may be sent.
        """,
        """
        The closure that creates Tally threw an error: Offline() (EXPLORE at A.swift:1). Fix the cause, or \
        create the scope in another way.
        """,
        """
        The closure that creates Tally returned the same scope again (EXPLORE at A.swift:1). Each path begins \
        with a new scope: create it inside the closure.
        """,
        """
        A new Tally that was sent the same events again got into another state (EXPLORE at A.swift:1): \
        \\.count is 2 instead of 1, after up, down. An update depends on more than the state and the \
        event, such as chance, the time, what a closure captures, or an object or a storage that all scopes share. Make \
        objects and storages inside the closure of EXPLORE, give the scope a clock and a generator that the test \
        controls, or use .STATE { } to return all that tells states apart and nothing that differs each time.
        """,
      ]
    )
  }
}

/// An injected object.
private final class Sent {
  var events = 0
}

/// The number of events that were sent, which no scope refers to.
private final class SentCount: Sendable {
  @TaskLocal static var current: SentCount?
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .relaxed) }

  func add() { count.add(1, ordering: .relaxed) }
}

/// The scopes that were made, not retained.
private final class Crowd {
  private struct Member {
    weak var scope: ScopeNode?
  }

  private var members: [Member] = []
  /// The largest number of them at any time when another was made.
  private(set) var most = 0

  func add<Subject: ScopeNode>(_ scope: Subject) -> Subject {
    members = members.filter { $0.scope != nil } + [Member(scope: scope)]
    most = max(most, members.count)
    return scope
  }
}

private final class Ladder: Scope {
  enum When { case up, down }
  private(set) var step = 0
  private let top: Int

  init(top: Int) {
    self.top = top
  }

  func update(_ when: When) throws {
    SentCount.current?.add()
    step = when == .up ? min(top, step + 1) : max(0, step - 1)
  }
}

/// A place in a square, left by one step in four ways.
private final class Field: Scope {
  enum When: CaseIterable { case left, right, up, down }
  private(set) var column = 0
  private(set) var row = 0
  private let size: Int

  init(size: Int) {
    self.size = size
  }

  func update(_ when: When) throws {
    SentCount.current?.add()
    switch when {
    case .left: column = max(0, column - 1)
    case .right: column = min(size - 1, column + 1)
    case .up: row = max(0, row - 1)
    case .down: row = min(size - 1, row + 1)
    }
  }
}

/// Behaves by something that is in no property of it.
private final class Secretive: Scope {
  enum When { case left, right, knock }
  private(set) var place = 0
  private(set) var isOpen = false

  override init() {
    super.init()
    injectObject(Sent())
  }

  func update(_ when: When) throws {
    let turns: Sent = try resolve(Sent.self)
    turns.events += when == .right ? 0 : 1
    guard when != .knock else { return }
    place = when == .left ? min(60, place + 1) : max(0, place - 1)
    isOpen = place == 60 && turns.events > 60
  }
}
