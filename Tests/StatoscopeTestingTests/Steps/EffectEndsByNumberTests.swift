import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Steps that end one of several effects of a type, or one whose end throws; and those that check a sentence.
@Suite struct EffectEndsByNumberTests {
  @Test func `effects of one type are numbered, from the oldest on`() throws {
    try Desk.GIVEN { Desk() }
      .WHEN(.fetchNext)
      .AND(.fetchNext)
      .AND(.fetch)
      .WHEN_EffectCompletes(FetchNumbered.self, number: 2, with: ())
      .THEN(\.read, equals: [2])
      .WHEN_EffectFails(Fetch.self, number: 1, with: Offline())
      .THEN(\.problem, equals: "Offline()")
      .WHEN_EffectCompletes(FetchNumbered.self, number: 1, with: ())
      .THEN(\.read, equals: [2, 1])
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `an end by number discards the others where steps discard effects`() throws {
    try Desk.GIVEN { Desk() }
      .configure(clearEffectsOnEveryWhenOrEnd: true)
      .WHEN(.fetchNext)
      .AND(.fetchNext)
      .AND(.fetch)
      .WHEN_EffectCompletes(FetchNumbered.self, number: 2, with: ())
      .THEN(\.read, equals: [2])
      .THEN_NoEffects()
      .WHEN(.fetch)
      .AND(.fetch)
      .WHEN_EffectFails(Fetch.self, number: 2, with: Offline())
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `an end that throws discards the others where steps discard effects`() throws {
    try Desk.GIVEN { Desk(refuses: true) }
      .configure(clearEffectsOnEveryWhenOrEnd: true)
      .WHEN(.fetch)
      .AND(.fetch)
      .WHEN_EffectCompletes_Throws(Fetch.self, with: 1)
      .THEN_NoEffects()
      .WHEN(.fetch)
      .AND(.fetch)
      .WHEN_EffectFails_Throws(Fetch.self, number: 2, with: Offline())
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `one of several streams yields`() throws {
    try Desk.GIVEN { Desk() }
      .WHEN(.listen)
      .AND(.listen)
      .WHEN_StreamYields(Post.self, number: 2, 5)
      .THEN(\.read, equals: [5])
      .THEN(\.effects.count, equals: 2)
      .runTest()
  }

  @Test func `an end that the scope refuses throws`() throws {
    try Desk.GIVEN { Desk(refuses: true) }
      .WHEN(.fetch)
      .AND(.fetch)
      .AND(.listen)
      .WHEN_EffectCompletes_Throws(Fetch.self, number: 2, with: 1)
      .WHEN_EffectFails_Throws(Fetch.self, with: Offline())
      .WHEN_StreamYields_Throws(Post.self, 3)
      .THEN(\.read, equals: [])
      .THEN("only the stream is in flight") { $0.effects.count == 1 }
      .THEN_Not("something was read") { !$0.read.isEmpty }
      .runTest()
  }

  @Test func `each step fails with its own text`() throws {
    let found = try texts {
      try Desk.GIVEN { Desk() }
        .WHEN(.fetchQueued)
        .AND(.fetchQueued)
        .WHEN_EffectCompletes(FetchNumbered.self, number: 3, with: ())
        .WHEN_EffectFails(FetchNumbered.self, number: 2, with: Offline())
        .WHEN_StreamYields(Post.self, number: 2, 1)
        .THEN("all is read") { $0.effects.isEmpty }
        .THEN_Not("a letter was fetched") { $0.letters > 0 }
        .THEN("it throws") { _ in throw Offline() }
        .WHEN_EffectCompletes_Throws(FetchNumbered.self, with: ())
        .WHEN(.fetch)
        .WHEN_EffectFails_Throws(Fetch.self, with: Offline())
        .WHEN(.listen)
        .WHEN_StreamYields_Throws(Post.self, 1)
        .runTest()
    }
    let list = """
      In flight, oldest first:
        FetchNumbered(number: 1), started by .fetchQueued
        FetchNumbered(number: 2), started by .fetchQueued, waiting for its turn
      """
    let send = "Send the event that enqueues it before this step, or fix `update`, which should enqueue it."
    let fix = "If this is intended, update the test; otherwise fix `update`."
    let refuse = """
      If this is intended, remove _Throws from the name of this step; otherwise throw InvalidStateError() in `update` \
      for an event that is invalid in this state.
      """
    #expect(
      found == [
        """
        WHEN_EffectCompletes(FetchNumbered.self, number: 3, with: ()): no effect in flight is number 3 of type \
        FetchNumbered. \(list)
        \(send)
        """,
        """
        WHEN_EffectFails(FetchNumbered.self, number: 2, with: Offline()): FetchNumbered(number: 2) has not started, \
        because it waits for another effect with its id. \(list)
        End that other effect first.
        """,
        """
        WHEN_StreamYields(Post.self, number: 2, 1): no effect in flight is number 2 of type Post. \(list)
        \(send)
        """,
        "THEN(\"all is read\"): condition failed: all is read. \(fix)",
        "THEN_Not(\"a letter was fetched\"): condition is true, but should be false: a letter was fetched. \(fix)",
        """
        THEN("it throws"): the closure threw: Offline()
        A closure that throws fails its step. If this is intended, update the test; otherwise fix `update`.
        """,
        """
        WHEN_EffectCompletes_Throws(FetchNumbered.self, with: ()): nothing threw for the end of \
        FetchNumbered(number: 1). \(refuse)
        """,
        "WHEN_EffectFails_Throws(Fetch.self, with: Offline()): nothing threw for the end of Fetch(). \(refuse)",
        "WHEN_StreamYields_Throws(Post.self, 1): nothing threw for an element of Post(). \(refuse)",
      ]
    )
  }

  @Test func `the first number is one`() throws {
    let found = try texts {
      try Desk.GIVEN { Desk() }
        .WHEN(.fetch)
        .WHEN_EffectCompletes(Fetch.self, number: 0, with: 1)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("is number 0 of type Fetch. ") == true)
  }

  @Test func `an end by number that throws ends the path`() throws {
    let found = try texts {
      try Desk.GIVEN { Desk(refuses: true) }
        .WHEN(.fetch)
        .WHEN_EffectCompletes(Fetch.self, number: 1, with: 1)
        .THEN(\.letters, equals: 7)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "WHEN_EffectCompletes(Fetch.self, number: 1, with: 1): the end of Fetch() threw: "
      ) == true
    )
  }
}
