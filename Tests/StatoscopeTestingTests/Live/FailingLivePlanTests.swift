import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Every live step in a plan in which it fails: at its own line, once, and with these words.
@Suite struct FailingLivePlanTests {
  let clock = TestClock()

  @Test(.from(.cacheStore)) func `receiving when nothing is in flight fails at once`() async throws {
    let line: UInt = #line
    let found = try await liveFailures {
      try await Station.GIVEN { Station(clock: clock) }
        .RECEIVE(.ticked)
        .WHEN(.tap)
        .THEN(\.taps, equals: 1)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        Failure(
          line: line + 3,
          text: """
            RECEIVE(.ticked): no event arrived, and none can, because no effect is in flight.
            Send the event that enqueues one before this step, or fix `update`, which should enqueue one.
            """
        )
      ]
    )
  }

  @Test func `receiving while all effects sleep fails and lists their deadlines`() async throws {
    let gate = Gate<String>()
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.startTicking)
        .WHEN(.type("sta"))
        .WHEN(.stream([.seconds(7)]))
        .RECEIVE(.ticked)
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(.ticked): no event arrived, and none can before time passes, because every effect in flight is asleep, \
        oldest first:
          Answer(tick), started by .startTicking, asleep until 1.0 seconds
          Answer(sta), started by .type("sta"), asleep until 0.3 seconds
          Pauses, started by .stream([7.0 seconds]), asleep until 7.0 seconds
        Advance the clock with ADVANCE(by:) before this step.
        """
      ]
    )
    await gate.open("")
  }

  @Test func `an effect is awake when only its timeout sleeps`() async throws {
    let gate = Gate<String>()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.callThroughWithin(.seconds(5), Line(gate: gate)))
      .THEN { _ in Task { await gate.open("in time") } }
      .RECEIVE(.came("in time"))
      .runTest(effects: .live(clock))
  }

  @Test func `an effect is asleep when its timeout and its work sleep`() async throws {
    let found = try await liveTexts {
      try await Dozer.GIVEN { Dozer(clock: clock) }
        .WHEN(.doze)
        .RECEIVE(.woke)
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("\n  Answer(nap), started by .doze, asleep until 2.0 seconds\n") == true)
  }

  @Test func `an event that the closure of a RECEIVE does not accept is a failure, and delivered`()
    async throws
  {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .AND(.delay("b", .zero))
        .RECEIVE(where: { if case .ticked = $0 { true } else { false } })
        .THEN(\.came, equals: ["a"])
        .RECEIVE(where: { if case .came = $0 { true } else { false } })
        .THEN(\.came, equals: ["a", "b"])
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(where: { }): the closure does not accept the oldest event. The queue, oldest first:
          .came("a"), from Answer(a)
          .came("b"), from Answer(b)
        The oldest event was delivered. If this is intended, update the closure; otherwise fix `update` or the effect that \
        sent the event.
        """
      ]
    )
  }

  @Test func `an event that a later one of the queue meets is out of line`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .AND(.delay("b", .zero))
        .RECEIVE(where: { $0 == .came("b") })
        .THEN(\.came, equals: ["a", "b"])
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("RECEIVE(where: { }): the event is not the oldest. The queue, oldest first:\n")
        == true
    )
  }

  @Test func `another event is shown as a diff with the queue, and delivered`() async throws {
    let line: UInt = #line
    let found = try await liveFailures {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .AND(.delay("b", .zero))
        .RECEIVE(.came("c"))
        .THEN(\.came, equals: ["a"])
        .RECEIVE(.came("b"))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        Failure(
          line: line + 5,
          text: """
            RECEIVE(.came("c")): the oldest event is a different one (- expected, + found):
                .came
              -   "c"
              +   "a"
            The queue, oldest first:
              .came("a"), from Answer(a)
              .came("b"), from Answer(b)
            The oldest event was delivered. If this is intended, update the test; otherwise fix `update` or the \
            effect that sent the event.
            """
        )
      ]
    )
  }

  @Test func `an event of another scope is shown with its key path`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.waitInPlatform(.zero))
        .RECEIVE(.ticked)
        .THEN(\.platform.arrivals, equals: 1)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(.ticked): the oldest event is a different one (- expected, + found):
          - .ticked
          + \\.platform: .arrived
        The queue, oldest first:
          \\.platform: .arrived, from Answer(train)
        The oldest event was delivered. If this is intended, update the test; otherwise fix `update` or the effect \
        that sent the event.
        """
      ]
    )
  }

  @Test(.from(.cacheStore))
  func `an event that is not the oldest is one failure, and delivered`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .AND(.delay("b", .zero))
        .AND(.delay("c", .zero))
        .RECEIVE(.came("b"))
        .THEN(\.came, equals: ["a", "b"])
        .RECEIVE(.came("c"))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(.came("b")): the event is not the oldest. The queue, oldest first:
          .came("a"), from Answer(a)
          .came("b"), from Answer(b)
          .came("c"), from Answer(c)
        All events up to this one were delivered. Receive those before it first, or fix the effects that sent them.
        """
      ]
    )
  }

  @Test(.from(.cacheStore)) func `an event that no step received is a failure at the end of its path`()
    async throws
  {
    let line: UInt = #line
    let found = try await liveFailures {
      try await Station.GIVEN { Station(clock: clock) }
        .FORK(.delay("a", .zero)) { _ in }
        .WHEN(.waitInPlatform(.zero))
        .runTest(effects: .live(clock))
    }
    let advice = "Receive each one with RECEIVE, or cancel the effect that sent it in `update`."
    #expect(
      found == [
        Failure(
          line: line + 5,
          text: """
            runTest(effects: .live(clock)): no step received these events before the end of this path. \
            The queue, oldest first:
              \\.platform: .arrived, from Answer(train)
            \(advice)
            """
        ),
        Failure(
          line: line + 5,
          text: """
            runTest(effects: .live(clock)): no step received these events before the end of this path. \
            The queue, oldest first:
              .came("a"), from Answer(a)
            \(advice)
              in FORK(.delay("a", Duration(secondsComponent: 0, attosecondsComponent: 0))) at \
            FailingLivePlanTests.swift:\(line + 3)
            """
        ),
      ]
    )
  }

  @Test func `the clock stands where its path has ended`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.type("sta"))
        .ADVANCE(by: .seconds(10))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(clock.now.offset == .milliseconds(300))
  }

  @Test(.from(.cacheStore)) func `a running effect is a failure at the end of its path`()
    async throws
  {
    let gate = Gate<String>()
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.callThrough(Line(gate: gate)))
        .WHEN(.startTicking)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        runTest(effects: .live(clock)): effects are still running at the end of this path, oldest first:
          Line, started by .callThrough(Line), waiting for something other than the clock
          Answer(tick), started by .startTicking, asleep until 1.0 seconds
        Advance the clock with ADVANCE(by:), make what they wait for happen, or cancel them in `update`. If they may \
        continue to run, write .configure(clearEffectsOnEveryWhenOrEnd: true), and assert them with THEN_EnqueuedEffect.
        """
      ]
    )
    await gate.open("")
  }

  @Test func `an update that throws on a received event ends its path only`() async throws {
    let found = try await withLoggedLines { _ in
      try await liveTexts {
        try await Station.GIVEN { Station(clock: clock) }
          .FORK(.refuse) { sut in try sut.RECEIVE(.refused).THEN(\.taps, equals: 7) }
          .WHEN(.refuse)
          .RECEIVE(.refused)
          .THEN(\.taps, equals: 7)
          .runTest(effects: .live(clock))
      }
    }
    #expect(found.count == 2)
    for text in found {
      #expect(text.hasPrefix("RECEIVE(.refused): `update` threw on .refused: the event is invalid in"))
      let advice = """
        The steps after this one were not run. Make `update` accept this event, or cancel the effect that sent it.
        """
      #expect(text.contains("\n" + advice))
    }
    #expect(found.last?.contains("\n  in FORK(.refuse) at FailingLivePlanTests.swift:") == true)
  }

  @Test func `an effect that ended with an error instead of an event is named`() async throws {
    let found = try await withLoggedLines { _ in
      try await liveTexts {
        try await Station.GIVEN { Station(clock: clock) }
          .WHEN(.failUnmapped)
          .RECEIVE(.came("attempt 1"))
          .runTest(effects: .live(clock))
      }
    }
    #expect(
      found == [
        """
        RECEIVE(.came("attempt 1")): no event arrived, and none can, because no effect is in flight.
        Send the event that enqueues one before this step, or fix `update`, which should enqueue one.
        Effects that ended with an error instead of an event:
          Flaky(1) threw Offline()
        Map such an error to an event with .mapToResult().
        """
      ]
    )
  }

  @Test func `an error before the event that was received last is not named`() async throws {
    let found = try await withLoggedLines { _ in
      try await liveTexts {
        try await Station.GIVEN { Station(clock: clock) }
          .WHEN(.failUnmapped)
          .WHEN(.delay("late", .seconds(1)))
          .ADVANCE(by: .seconds(1))
          .RECEIVE(.came("late"))
          .RECEIVE(.came("never"))
          .runTest(effects: .live(clock))
      }
    }
    #expect(
      found == [
        """
        RECEIVE(.came("never")): no event arrived, and none can, because no effect is in flight.
        Send the event that enqueues one before this step, or fix `update`, which should enqueue one.
        """
      ]
    )
  }

  @Test func `a cancelled test reports what RECEIVE waited for`() async throws {
    let gate = Gate<String>()
    let clock = clock
    let running = Task {
      try await liveTexts {
        try await Station.GIVEN { Station(clock: clock) }
          .WHEN(.callThrough(Line(gate: gate)))
          .RECEIVE(.came("never"))
          .WHEN(.stop)
          .runTest(effects: .live(clock))
      }
    }
    await gate.arrived()
    running.cancel()
    let found = try await running.value
    #expect(
      found == [
        """
        RECEIVE(.came("never")): no event arrived before the test was cancelled. In flight, oldest first:
          Line, started by .callThrough(Line), waiting for something other than the clock
        Make what these effects wait for happen before this step.
        """
      ]
    )
    await gate.open("")
  }

  @Test func `moving time backwards is a failure`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .ADVANCE(by: .seconds(-1))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        ADVANCE(by: .seconds(-1)): the step was skipped, because -1.0 seconds is negative and time cannot go back. \
        Advance by a positive duration.
        """
      ]
    )
  }

  @Test func `a missing child fails its step, and its event remains in the queue`() async throws {
    let found = try await liveTexts {
      try await Attic.GIVEN { Attic() }
        .WHEN(.begin)
        .RECEIVE(\.platform, .arrived)
        .RECEIVE(.began)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        RECEIVE(\\.platform, .arrived): Attic has no Platform there now, so the step was skipped. \
        Send the event that makes it first.
        """
      ]
    )
  }

  @Test func `live steps fail in a plan whose effects do not start`() throws {
    let line: UInt = #line
    let found = try failures {
      try Station.GIVEN { Station(clock: clock) }
        .WHEN(.startTicking)
        .ADVANCE(by: .seconds(1))
        .RECEIVE(.ticked)
        .THEN(\.ticks, equals: 0)
        .runTest()
    }
    let words = """
      the step was skipped, because the effects of this plan never start. Run the plan with \
      await runTest(effects: .live(clock)).
      """
    #expect(
      found == [
        Failure(line: line + 4, text: "ADVANCE(by: .seconds(1)): " + words),
        Failure(line: line + 5, text: "RECEIVE(.ticked): " + words),
      ]
    )
  }

  @Test func `a live plan run twice or on a fork is a failure`() async throws {
    let found = try await liveTexts {
      let plan = try Station.GIVEN { Station(clock: clock) }
      try await plan.runTest(effects: .live(clock))
      try await plan.runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        runTest(effects: .live(clock)): the plan has been run before. Create another plan, or run this one once.
        """
      ]
    )
  }
}

/// A scope whose effect sleeps for less than it may take.
private final class Dozer: Scope {
  enum When {
    case doze
    case woke
    case stop
  }

  private let clock: TestClock

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .doze:
      let nap = Answer(text: "nap").delay(for: .seconds(2), clock: clock)
        .timeout(after: .seconds(5), clock: clock)
      effectsState.enqueue(nap.map { _ in .woke })
    case .woke: break
    case .stop: effectsState.cancelAllEffects()
    }
  }
}

/// A scope with a child that is never there.
private final class Attic: Scope {
  enum When {
    case begin
    case began
  }

  @Subscope var platform: Platform?

  func update(_ when: When) throws {
    if case .begin = when { effectsState.enqueue(Answer(text: "").map { _ in .began }) }
  }
}
