import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, all states")
struct BreadthFirstTests {
  @Test func `every state is found, every transition tried, and refusals counted`() throws {
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
    #expect(found.bound == nil)
    #expect(
      found.description == """
        Tally: 4 states, 10 transitions, depth 3
        everything was explored
        refused in 1 state: down
        refused in 1 state: up
        never changed anything: look
        """
    )
  }

  @Test func `with or without STATE the same is found where it distinguishes all`() throws {
    for usesState in [false, true] {
      var plan = Tally.EXPLORE { Tally(top: 60) }.EVENTS { _ in [.down, .up] }
      if usesState { plan = plan.STATE { $0.count } }
      let found = try plan.run()
      #expect(found.states == 61)
      #expect(found.transitions == 120)
      #expect(found.depth == 60)
    }
  }

  @Test func `STATE makes of many states few, each explored from where it was found first`() throws {
    let found = try Tally.EXPLORE { Tally(top: 50) }
      .EVENTS { _ in [.up, .down] }
      .STATE { min($0.count, 2) }
      .run()
    #expect(found.states == 3)
    #expect(found.transitions == 5)
    #expect(found.refusedEvents == ["down": 1])
  }

  @Test func `EVENTS may depend on the state, and several add up`() throws {
    let found = try Tally.EXPLORE { Tally(top: 9) }
      .EVENTS { sut in sut.count < 2 ? [.up] : [] }
      .EVENTS { sut in sut.count > 0 ? [.down] : [] }
      .run()
    #expect(found.states == 3)
    #expect(found.transitions == 4)
    #expect(found.refusedEvents == [:])
  }

  @Test func `a bound on the depth is said, with what was left unexplored`() throws {
    let (found, failures, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 100) }.EVENTS { _ in [.up, .down] }.run(depth: 5)
    }
    #expect(failures == [])
    #expect(found.states == 6)
    #expect(found.transitions == 9)
    #expect(found.bound == .depth(5))
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

  @Test func `a bound on the states is said, with what was left unexplored`() throws {
    let (found, _, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 100) }.EVENTS { _ in [.up, .down] }.run(states: 7)
    }
    #expect(found.states == 7)
    #expect(found.bound == .states(7))
    #expect(found.unexploredStates == 1)
    #expect(said.count == 1)
    #expect(said[0].contains("explored up to 7 states, 1 state found but not expanded"))
  }

  @Test func `as many states as there are hit no bound`() throws {
    let (found, _, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 6) }.EVENTS { _ in [.up, .down] }.run(depth: 7, states: 7)
    }
    #expect(found.states == 7)
    #expect(found.bound == nil)
    #expect(said == [])
  }

  @Test func `a broken promise is one failure at its own line, the shortest flow as source`() throws {
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
            // NEVER "two or more" is broken after 2 steps. The shortest flow that shows it:
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
            // ALWAYS "below three" is broken after 3 steps. The shortest flow that shows it:
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

  @Test func `a promise may be broken from the start, and by what it throws`() throws {
    let (_, failures, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 1) }
        .EVENTS { _ in [.up] }
        .ALWAYS("throws nothing") { _ in throw Offline() }
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.hasPrefix("// ALWAYS \"throws nothing\" is broken after 0 steps."))
  }

  @Test func `what is reached has its shortest flow, and what is not is a failure`() throws {
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
            // REACHES "five" is broken: no state of Tally that was found satisfies it. \
            5 states, 8 transitions: all of it was explored.
            // List all possible events and ends of effects, explore further, or fix the update that should lead there.
            """
        )
      ]
    )
  }

  @Test func `an update that throws what says no refusal is a failure, once`() throws {
    let (found, failures, _) = try overheard {
      try Brittle.EXPLORE { Brittle() }.EVENTS { _ in [.step, .fall] }.run()
    }
    #expect(found.states == 3)
    #expect(failures.count == 1)
    #expect(
      failures[0].text == """
        // An update or an unmapped effect threw after 2 steps: Offline()
        // An event that is invalid in a state is refused with InvalidStateError; an effect is mapped with \
        mapToResult(). The shortest flow that shows it:
        try Brittle.GIVEN { Brittle() }
          .WHEN(.step)
          .WHEN(.fall)
          .runTest()
        """
    )
  }

  @Test func `an event that is refused and changes the state all the same leads on`() throws {
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
