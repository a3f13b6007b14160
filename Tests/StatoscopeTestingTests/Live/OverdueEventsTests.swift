import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// An event that was due before a step which sends another one has to be received before it.
@Suite struct OverdueEventsTests {
  let clock = TestClock()

  @Test func `an event that a WHEN drops unseen is a failure`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.startTicking)
        .ADVANCE(by: .seconds(2))
        .RECEIVE(.ticked)
        .WHEN(.stop)
        .THEN(\.ticks, equals: 1)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        WHEN(.stop): events were due before this step, and no step received them. The queue, oldest first:
          .ticked, from Answer(tick)
        Receive each one with RECEIVE before this step, or cancel the effect that sends it in an earlier event.
        """
      ]
    )
  }

  @Test func `an event is reported once, and can still be received`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .WHEN(.tap)
        .WHEN(.tap)
        .WHEN(.delay("b", .zero))
        .WHEN(.tap)
        .RECEIVE(.came("a"))
        .RECEIVE(.came("b"))
        .THEN(\.came, equals: ["a", "b"])
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("  .came(\"a\"), from Answer(a)\nReceive") == true)
    #expect(found.last?.contains("oldest first:\n  .came(\"b\"), from Answer(b)\nReceive") == true)
  }

  @Test func `an AND may follow before the event is received`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .zero))
      .AND(.tap)
      .RECEIVE(.came("a"))
      .runTest(effects: .live(clock))
  }

  @Test func `an AND that drops the event is a failure`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .AND(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("AND(.stop): events were due before this step") == true)
  }

  @Test func `a FORK begins with an event like any other`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("a", .zero))
        .FORK(.stop) { _ in }
        .RECEIVE(.came("a"))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("FORK(.stop): events were due before this step") == true)
  }

  @Test func `a plan that discards effects on every WHEN discards their events`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .configure(clearEffectsOnEveryWhenOrEnd: true)
      .WHEN(.delay("a", .zero))
      .WHEN(.tap)
      .THEN(\.taps, equals: 1)
      .runTest(effects: .live(clock))
  }
}
