import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, what effects lead to")
struct LeadsToTests {
  @Test func `a condition that holds at some time is led to, although it does not last`() throws {
    let (found, failures, _) = try overheard {
      try Saver.EXPLORE { Saver() }
        .EVENTS { sut in sut.step == .idle ? [.save] : [] }
        .EFFECT(Store.self, completesWith: [()])
        .LEADS_TO("a save is answered", from: { $0.step == .saving }, to: { $0.step == .saved })
        .SETTLES("saved") { $0.step == .saved }
        .run()
    }
    #expect(found.uncheckedProperties == [])
    // It is saved, then idle again: LEADS_TO holds, SETTLES does not, as nothing is in flight at the start.
    #expect(failures.map { $0.text.prefix(15) } == ["// SETTLES \"sav"])
  }

  @Test func `the counterexample goes to the state, and on by effects alone`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Saver.EXPLORE { Saver() }
        .EVENTS { sut in sut.step == .idle ? [.save] : [] }
        .EFFECT(Store.self, completesWith: [()], failsWith: [Offline()])
        .LEADS_TO("a save is answered") {
          $0.step == .saving
        } to: {
          $0.step == .saved
        }
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 5,
          text: """
            // LEADS_TO "a save is answered" is violated after 2 steps. No effect is in flight there that could lead to a \
            state that satisfies it.
            // Let the update that leads there satisfy it or enqueue an effect, and list the results of that effect with \
            EFFECT. The shortest flow that shows it:
            try Saver.GIVEN { Saver() }
              .WHEN(.save)
              // From here on, no event is sent:
              .WHEN_EffectFails(Store.self, with: Offline())
              .THEN("a save is answered") {
                $0.step == .saved
              }
              .runTest()
            """
        )
      ]
    )
    #expect(found.counterexamples.count == 1)
  }

  @Test func `a cycle of effects that never leads there is written with one turn`() throws {
    let (_, failures, _) = try overheard {
      try Saver.EXPLORE { Saver(retries: true) }
        .EVENTS { sut in sut.step == .idle ? [.save] : [] }
        .EFFECT(Store.self, failsWith: [Offline()])
        .LEADS_TO("a save is answered", from: { $0.step == .saving }, to: { $0.step == .saved })
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.contains("with one turn of the cycle (1 step):"))
    #expect(
      failures[0].text.contains(
        "// One turn of the cycle:\n  .WHEN_EffectFails(Store.self, with: Offline())\n"
      )
    )
  }

  @Test func `a premise that no state satisfies, or that throws, requires nothing`() throws {
    let found = try Saver.EXPLORE { Saver() }
      .EVENTS { sut in sut.step == .idle ? [.save] : [] }
      .EFFECT(Store.self, failsWith: [Offline()])
      .LEADS_TO("nothing", from: { _ in false }, to: { _ in false })
      .LEADS_TO("throws", from: { _ in throw Offline() }, to: { _ in false })
      .run()
    #expect(found.counterexamples.isEmpty)
  }

  @Test func `EVENTUALLY is about the first state only`() throws {
    let plan = Saver.EXPLORE { Saver().send(.save) }
    let works = try plan.EFFECT(Store.self, completesWith: [()])
      .EVENTUALLY("saved") { $0.step == .saved }
      .run()
    #expect(works.counterexamples.isEmpty)
    let (_, failures, _) = try overheard {
      try plan.EFFECT(Store.self, completesWith: [()], failsWith: [Offline()])
        .EVENTUALLY("saved") { $0.step == .saved }
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.hasPrefix("// EVENTUALLY \"saved\" is violated after 1 step."))
  }

  @Test func `a graph that was not explored as a whole is not judged`() throws {
    let (found, failures, _) = try overheard {
      try Saver.EXPLORE { Saver() }
        .EVENTS { sut in sut.step == .idle ? [.save] : [] }
        .LEADS_TO("a save is answered", from: { _ in true }, to: { _ in false })
        .EVENTUALLY("saved") { _ in false }
        .NEVER_STUCK()
        .run(depth: 0)
    }
    #expect(failures == [])
    #expect(found.uncheckedProperties == ["a save is answered", "saved", "some step is possible"])
  }
}

@Suite("Exploration, deadlocks")
struct NeverStuckTests {
  @Test func `a state without a way out is named by the shortest flow into it`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Countdown.EXPLORE { Countdown() }
        .EVENTS { _ in [.tick] }
        .NEVER_STUCK()
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 4,
          text: """
            // NEVER_STUCK "some step is possible" is violated after 2 steps. There no listed event is accepted, and no \
            effect is in flight that may end; this is the case for 1 of 3 states.
            // Let an event or a result of an effect lead out of this state, add the one that does to EVENTS or EFFECT, or \
            name the states that are meant to be an end with unless:. The shortest flow that shows it:
            try Countdown.GIVEN { Countdown() }
              .WHEN(.tick)
              .WHEN(.tick)
              .runTest()
            """
        )
      ]
    )
    #expect(found.stuckStates == 1)
    #expect(found.description.contains("everything was explored, 1 state without a way out"))
  }

  @Test func `an end that is meant to be one is none`() throws {
    let found = try Countdown.EXPLORE { Countdown() }
      .EVENTS { _ in [.tick] }
      .NEVER_STUCK("ends at zero", unless: { $0.left == 0 })
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.stuckStates == 1)
    let (_, failures, _) = try overheard {
      try Countdown.EXPLORE { Countdown() }
        .EVENTS { _ in [.tick] }
        .NEVER_STUCK("ends at one") { $0.left == 1 }
        .run()
    }
    #expect(failures.map { $0.text.contains(".THEN_Not(\"ends at one\") { $0.left == 1 }") } == [true])
  }

  @Test func `an effect in flight is a way out, unless it cannot end now`() throws {
    let plan = Saver.EXPLORE { Saver() }.EVENTS { sut in sut.step == .idle ? [.save] : [] }
    #expect(try plan.run().stuckStates == 0)
    let (found, _, _) = try overheard { try plan.EFFECT(Store.self) { _, _ in [] }.run() }
    #expect(found.stuckStates == 1)
  }
}

/// Saves, with or without success.
private final class Saver: Scope {
  enum When {
    case save
    case stored(Bool)
    case forget
  }

  enum Step { case idle, saving, saved, failed }

  private(set) var step = Step.idle
  private let retries: Bool

  init(retries: Bool = false) {
    self.retries = retries
  }

  func update(_ when: When) {
    switch when {
    case .save:
      step = .saving
      effectsState.enqueue(Store().mapToResult().map { .stored((try? $0.get()) != nil) })
    case .stored(true): step = .saved
    case .stored(false) where retries: update(.save)
    case .stored(false): step = .failed
    case .forget: step = .idle
    }
  }
}

private struct Store: Effect, Hashable {
  func runEffect() async throws {}
}

private final class Countdown: Scope {
  enum When { case tick }

  private(set) var left = 2

  func update(_ when: When) throws {
    guard left > 0 else { throw InvalidStateError() }
    left -= 1
  }
}
