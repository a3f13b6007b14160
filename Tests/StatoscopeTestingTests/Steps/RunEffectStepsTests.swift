import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Effects that are written as closures, and effects that end in no event, in plans.
@Suite struct RunEffectStepsTests {
  @Test func `its events come by WHEN_StreamYields, its end without one`() throws {
    try Rocket.GIVEN { Rocket(clock: TestClock()) }
      .configure(exhaustivity: .on)
      .WHEN(.launch)
      .THEN_EnqueuedEffect(RunEffect<Rocket.When>("countdown") { _ in })
      .WHEN_StreamYields(RunEffect<Rocket.When>.self, .second(1))
      .THEN(\.seconds, equals: [1])
      .FORK_EffectCompletes(RunEffect<Rocket.When>.self) { try $0.THEN_NoEffects() }
      .WHEN_EffectCompletes(RunEffect<Rocket.When>.self)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `the end of a stream creates the event of mapEnd`() throws {
    try Rocket.GIVEN { Rocket(clock: TestClock()) }
      .WHEN(.launchWithEnd)
      .FORK_EffectCompletes(RunEffect<Int>.self) { try $0.THEN(\.seconds, equals: [0]) }
      .WHEN_EffectCompletes(RunEffect<Int>.self, number: 1)
      .THEN(\.seconds, equals: [0])
      .runTest()
    try Rocket.GIVEN { Rocket(clock: TestClock(), isBroken: true) }
      .WHEN(.launchWithEnd)
      .WHEN_EffectCompletes_Throws(RunEffect<Int>.self)
      .runTest()
  }

  @Test func `a stream that is not there cannot end`() throws {
    let found = try failures {
      try Rocket.GIVEN { Rocket(clock: TestClock()) }
        .WHEN_EffectCompletes(RunEffect<Rocket.When>.self)
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        """
        WHEN_EffectCompletes(RunEffect<Rocket.When>.self): no effect in flight is of type RunEffect<Rocket.When>. None \
        is in flight.
        Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """
      ]
    )
  }

  @Test func `its closure runs on the clock of a live plan`() async throws {
    let clock = TestClock()
    try await Rocket.GIVEN { Rocket(clock: clock) }
      .WHEN(.launch)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.second(2))
      .ADVANCE(by: .milliseconds(999))
      .THEN(\.seconds, equals: [2])
      .ADVANCE(by: .milliseconds(1))
      .RECEIVE(.second(1))
      .THEN(\.seconds, equals: [2, 1])
      .THEN_NoEffects()
      .runTest(effects: .live(clock), assertRelease: true)
  }

  @Test func `a fire-and-forget effect is ended by hand, without an event`() throws {
    try Rocket.GIVEN { Rocket(clock: TestClock()) }
      .configure(exhaustivity: .on)
      .WHEN(.save)
      .THEN_EnqueuedEffect(Save())
      .WHEN_EffectCompletes(Save.self, with: ())
      .THEN(\.seconds, equals: [])
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a live plan has nothing to receive of a fire-and-forget effect`() async throws {
    let clock = TestClock()
    try await Rocket.GIVEN { Rocket(clock: clock) }
      .WHEN(.save)
      .ADVANCE(by: .seconds(1))
      .THEN_NoEffects()
      .runTest(effects: .live(clock))
  }
}

private struct Save: Effect, Equatable {
  func runEffect() async throws {}
}

private final class Rocket: Scope {
  enum When: Equatable {
    case launch
    case launchWithEnd
    case second(Int)
    case save
  }

  let clock: TestClock
  let isBroken: Bool
  private(set) var seconds: [Int] = []

  init(clock: TestClock, isBroken: Bool = false) {
    (self.clock, self.isBroken) = (clock, isBroken)
  }

  func update(_ when: When) throws {
    switch when {
    case .launch:
      effectsState.enqueue(
        RunEffect("countdown") { [clock] send in
          for second in [2, 1] {
            try await clock.sleep(for: .seconds(1))
            await send(.second(second))
          }
        }
      )
    case .launchWithEnd:
      effectsState.enqueue(RunEffect<Int>("end") { _ in }.map(When.second).mapEnd(to: .second(0)))
    case .second(let second):
      guard !isBroken else { throw InvalidStateError() }
      seconds.append(second)
    case .save: effectsState.enqueue(Save().fireAndForget())
    }
  }
}
