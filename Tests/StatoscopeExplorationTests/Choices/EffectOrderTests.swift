import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, the order of effects")
struct EffectOrderTests {
  @Test(arguments: [Mailer.Kind.types, .ids])
  func `independent effects in another order are the same state`(kind: Mailer.Kind) throws {
    let found = try Mailer.EXPLORE { Mailer(kind) }
      .EVENTS { sut in sut.unsent.map(Mailer.When.send) }
      .run()
    // Nothing sent, either, and both.
    #expect(found.states == 4)
    #expect(found.transitions == 4)
    #expect(found.isComplete)
  }

  @Test func `the order of effects of one type and id belongs to the state`() throws {
    let found = try Mailer.EXPLORE { Mailer(.oneQueue) }
      .EVENTS { sut in sut.unsent.map(Mailer.When.send) }
      .run()
    #expect(found.states == 5)
  }

  @Test func `an update that reads the effects makes their order part of the state`() throws {
    let found = try Mailer.EXPLORE { Mailer(.types, reads: true) }
      .EVENTS { sut in sut.unsent.map(Mailer.When.send) }
      .run()
    #expect(found.states == 5)
  }

  @Test func `a condition that reads the effects late begins the search again`() throws {
    let (found, failures, _) = try overheard {
      try Mailer.EXPLORE { Mailer(.types) }
        .EVENTS { sut in sut.unsent.map(Mailer.When.send) }
        .NEVER("one is sent") { $0.unsent.count == 1 }
        .REACHES("the letter first") { $0.unsent.isEmpty && $0.effects.first is Letter }
        .REACHES("the parcel first") { $0.unsent.isEmpty && $0.effects.first is Parcel }
        .run()
    }
    #expect(found.states == 5)
    #expect(found.flow(reaching: "the letter first") != nil)
    #expect(found.flow(reaching: "the parcel first") != nil)
    // Both searches have found it.
    #expect(failures.count == 1)
  }

  @Test func `a condition that reads the effects of the last state only is noticed, too`() throws {
    let (found, failures, _) = try overheard {
      try Mailer.EXPLORE { Mailer(.types) }
        .EVENTS { sut in
          sut.unsent.isEmpty ? (sut.isClosed ? [] : [.close]) : sut.unsent.map(Mailer.When.send)
        }
        .SETTLES("the letter is first") { !$0.isClosed || $0.effects.first is Letter }
        .run()
    }
    // Nothing sent, either, both in each order, and closed after each.
    #expect(found.states == 7)
    #expect(failures.count == 1)
  }

  @Test func `a flow numbers effects in the order of its plan`() throws {
    let found = try Mailer.EXPLORE { Mailer(.ids) }
      .EVENTS { sut in sut.unsent.reversed().map(Mailer.When.send) }
      .EFFECT(Letter.self) { letter, _ in [.completes(with: letter.number)] }
      .REACHES("the second alone") { $0.delivered == [2] && $0.unsent.isEmpty && $0.hasBoth }
      .run()
    let flow = try #require(found.flow(reaching: "the second alone"))
    #expect(
      flow.steps == [
        ".WHEN(.send(2))", ".WHEN(.send(1))", ".WHEN_EffectCompletes(Letter.self, with: 2)",
      ]
    )
    try Mailer.GIVEN { Mailer(.ids) }
      .WHEN(.send(2))
      .WHEN(.send(1))
      .WHEN_EffectCompletes(Letter.self, with: 2)
      .THEN(\.delivered, equals: [2])
      .runTest()
  }
}

/// Sends two things, in any order.
final class Mailer: Scope {
  enum When: Equatable {
    case send(Int)
    case delivered(Int)
    case close
  }

  enum Kind {
    /// Two types of effects.
    case types
    /// One type, with an id each.
    case ids
    /// One type and id.
    case oneQueue
  }

  private(set) var unsent = [1, 2]
  private(set) var delivered: [Int] = []
  private(set) var hasBoth = false
  private(set) var isClosed = false
  private let kind: Kind
  private let reads: Bool

  init(_ kind: Kind, reads: Bool = false) {
    (self.kind, self.reads) = (kind, reads)
  }

  func update(_ when: When) {
    switch when {
    case .send(let number):
      unsent.removeAll { $0 == number }
      switch kind {
      case .types where number == 1: effectsState.enqueue(Letter(number: 1).map(When.delivered))
      case .types: effectsState.enqueue(Parcel().map(When.delivered))
      case .ids: effectsState.enqueue(Letter(number: number).map(When.delivered), id: number)
      case .oneQueue: effectsState.enqueue(Letter(number: number).map(When.delivered), id: 0)
      }
      hasBoth = unsent.isEmpty && delivered.isEmpty
    case .delivered(let number): delivered.append(number)
    case .close: isClosed = true
    }
    if reads { _ = effectsState.effects }
  }
}

struct Letter: Effect, Hashable {
  let number: Int
  func runEffect() async throws -> Int { number }
}

struct Parcel: Effect, Hashable {
  func runEffect() async throws -> Int { 2 }
}
