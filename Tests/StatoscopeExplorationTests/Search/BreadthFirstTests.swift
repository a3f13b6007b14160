import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, all states")
struct BreadthFirstTests {
  @Test func `every state and transition is found, and refusals are counted`() throws {
    let (found, failures, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 3) }
        .EVENTS { _ in [.up, .down, .look] }
        .run()
    }
    #expect(failures == [])
    #expect(said == [])
    #expect(found.states == 4)
    // Three up, three down, and four looks that lead nowhere else.
    #expect(found.transitions == 10)
    #expect(found.depth == 3)
    #expect(found.refusedEvents == ["up": 1, "down": 1])
    #expect(found.eventsThatChangedNothing == ["look"])
    #expect(found.isComplete)
    #expect(found.limit == nil)
    #expect(
      found.description == """
        Tally: 4 states, 10 transitions, depth 3
        everything was explored, 0 states without a way out
        refused in 1 state: down
        refused in 1 state: up
        never changed anything: look
        """
    )
  }

  @Test func `a STATE that distinguishes all states finds the same as none`() throws {
    for usesState in [false, true] {
      var plan = Tally.EXPLORE { Tally(top: 60) }.EVENTS { _ in [.down, .up] }
      if usesState { plan = plan.STATE { $0.count } }
      let found = try plan.run()
      #expect(found.states == 61)
      #expect(found.transitions == 120)
      #expect(found.depth == 60)
    }
  }

  @Test func `states of one STATE are explored from where the first was found`() throws {
    let found = try Tally.EXPLORE { Tally(top: 50) }
      .EVENTS { _ in [.up, .down] }
      .STATE { min($0.count, 2) }
      .run()
    #expect(found.states == 3)
    #expect(found.transitions == 5)
    #expect(found.refusedEvents == ["down": 1])
  }

  @Test func `EVENTS may depend on the state, and several are combined`() throws {
    let found = try Tally.EXPLORE { Tally(top: 9) }
      .EVENTS { sut in sut.count < 2 ? [.up] : [] }
      .EVENTS { sut in sut.count > 0 ? [.down] : [] }
      .run()
    #expect(found.states == 3)
    #expect(found.transitions == 4)
    #expect(found.refusedEvents == [:])
  }

  @Test func `a limit of the depth is reported, with the number of unexplored states`() throws {
    let (found, failures, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 100) }.EVENTS { _ in [.up, .down] }.run(depth: 5)
    }
    #expect(failures == [])
    #expect(found.states == 6)
    #expect(found.transitions == 9)
    #expect(found.limit == .depth(5))
    #expect(found.unexploredStates == 1)
    #expect(!found.isComplete)
    #expect(said.count == 1)
    #expect(
      said[0].hasPrefix(
        "statoscope: Tally, 6 states, 9 transitions: explored up to depth 5, 1 state found but not expanded"
      )
    )
    #expect(
      found.description.contains("not all of it: explored up to depth 5, 1 state found but not expanded")
    )
  }

  @Test func `a limit of the states is reported, with the number of unexplored ones`() throws {
    let (found, _, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 100) }.EVENTS { _ in [.up, .down] }.run(states: 7)
    }
    #expect(found.states == 7)
    #expect(found.limit == .states(7))
    #expect(found.unexploredStates == 1)
    #expect(said.count == 1)
    #expect(said[0].contains("explored up to 7 states, 1 state found but not expanded"))
  }

  @Test func `as many states as there are reach no limit`() throws {
    let (found, _, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 6) }.EVENTS { _ in [.up, .down] }.run(depth: 7, states: 7)
    }
    #expect(found.states == 7)
    #expect(found.limit == nil)
    #expect(said == [])
  }

  @Test func `a violated property is one failure at its line, with the shortest flow`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 9) }
        .EVENTS { _ in [.look, .up, .down] }
        .ALWAYS("below three") { $0.count < 3 }
        .NEVER("two or more") { sut in
          // A comment with a } in it.
          sut.count >= 2
        }
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 5,
          text: """
            // NEVER "two or more" is violated after 2 steps. The shortest flow that shows it:
            try Tally.GIVEN { Tally(top: 9) }
              .WHEN(.up)
              .WHEN(.up)
              .THEN_Not("two or more") { sut in
                // A comment with a } in it.
                sut.count >= 2
              }
              .runTest()
            """
        ),
        Failure(
          line: line + 4,
          text: """
            // ALWAYS "below three" is violated after 3 steps. The shortest flow that shows it:
            try Tally.GIVEN { Tally(top: 9) }
              .WHEN(.up)
              .WHEN(.up)
              .WHEN(.up)
              .THEN("below three") { $0.count < 3 }
              .runTest()
            """
        ),
      ]
    )
    #expect(
      found.counterexamples.map(\.steps) == [
        [".WHEN(.up)", ".WHEN(.up)"], [".WHEN(.up)", ".WHEN(.up)", ".WHEN(.up)"],
      ]
    )
    #expect(found.states == 10)
  }

  @Test func `a property may be violated from the start, and by an error`() throws {
    let (_, failures, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 1) }
        .EVENTS { _ in [.up] }
        .ALWAYS("throws nothing") { _ in throw Offline() }
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.hasPrefix("// ALWAYS \"throws nothing\" is violated after 0 steps."))
  }

  @Test func `REACHES has the shortest flow, or is a failure`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 4) }
        .EVENTS { _ in [.down, .up] }
        .REACHES("four") { $0.count == 4 }
        .REACHES("five") { $0.count == 5 }
        .run()
    }
    #expect(found.flow(reaching: "four")?.steps == Array(repeating: ".WHEN(.up)", count: 4))
    #expect(found.flow(reaching: "five") == nil)
    #expect(
      failures == [
        Failure(
          line: line + 5,
          text: """
            // REACHES "five" is violated: no state of Tally that was found satisfies it. \
            5 states, 8 transitions: all of it was explored.
            // List all possible events with EVENTS and results of effects with EFFECT, raise the limits of run(), or \
            fix the update that should lead to such a state.
            """
        )
      ]
    )
  }

  @Test func `an update that throws another error is one failure`() throws {
    let (found, failures, _) = try overheard {
      try Brittle.EXPLORE { Brittle() }.EVENTS { _ in [.step, .fall] }.run()
    }
    #expect(found.states == 3)
    #expect(failures.count == 1)
    #expect(
      failures[0].text == """
        // After 2 steps an update threw an error, or an effect failed with an error that is not mapped to an \
        event: Offline()
        // Let the update throw InvalidStateError if the event is invalid in this state; map the errors of the \
        effect with mapToResult(). The shortest flow that shows it:
        try Brittle.GIVEN { Brittle() }
          .WHEN(.step)
          .WHEN(.fall)
          .runTest()
        """
    )
  }

  @Test func `an event that is refused but changes the state is a transition`() throws {
    let found = try HalfHearted.EXPLORE { HalfHearted() }
      .EVENTS { _ in [.push] }
      .REACHES("three") { $0.pushes == 3 }
      .run()
    #expect(found.states == 4)
    #expect(found.refusedEvents == ["push": 4])
    #expect(found.flow(reaching: "three")?.steps == Array(repeating: ".WHEN_Throws(.push)", count: 3))
  }
}

/// Throws an error of its own from the second step on.
private final class Brittle: Scope {
  enum When { case step, fall }
  private(set) var steps = 0

  func update(_ when: When) throws {
    switch when {
    case .step: steps = min(2, steps + 1)
    case .fall: if steps > 0 { throw Offline() }
    }
  }
}

/// Changes its state before it refuses.
private final class HalfHearted: Scope {
  enum When { case push }
  private(set) var pushes = 0

  func update(_ when: When) throws {
    pushes = min(3, pushes + 1)
    throw InvalidStateError()
  }
}
