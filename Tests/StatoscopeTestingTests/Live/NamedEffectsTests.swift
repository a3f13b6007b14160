import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The effects that an exhaustive live plan has to name: by their end, their cancellation or their event.
@Suite(.flowSettings(FlowSettings(exhaustivity: .on))) struct NamedEffectsTests {
  let clock = TestClock()

  @Test func `an effect that the next step cancels is named by it`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.type("s"))
      .WHEN(.type("st"))
      .ADVANCE(by: .milliseconds(300))
      .RECEIVE(.found("st"))
      .THEN(\.found, equals: ["st"])
      .WHEN(.startTicking)
      .WHEN(.stop)
      .runTest(effects: .live(clock))
  }

  @Test func `an effect is named by its event, however late`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .seconds(1)))
      .WHEN(.tap)
      .THEN(\.taps, equals: 1)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.came("a"))
      .THEN(\.came, equals: ["a"])
      .runTest(effects: .live(clock))
  }

  @Test func `an effect is named by a step that ends it`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .seconds(1)))
      .WHEN(.tap)
      .THEN(\.taps, equals: 1)
      .WHEN_EffectCompletes(Answer.self, with: "b")
      .THEN(\.came, equals: ["b"])
      .runTest(effects: .live(clock))
  }

  @Test func `a fork need not name those of the steps before it`() async throws {
    try await Quiet.GIVEN { Quiet(clock: clock) }
      .WHEN(.start)
      .THEN_EnqueuedEffect(Nothing(clock: clock))
      .FORK(.tap) { sut in try sut.ADVANCE(by: .seconds(1)) }
      .ADVANCE(by: .seconds(1))
      .runTest(effects: .live(clock))
  }

  @Test func `an effect that ends without an event must be named`() async throws {
    let line: UInt = #line
    let found = try await liveFailures {
      try await Quiet.GIVEN { Quiet(clock: clock) }
        .WHEN(.start)
        .ADVANCE(by: .seconds(1))
        .WHEN(.tap)
        .WHEN(.start)
        .ADVANCE(by: .seconds(1))
        .runTest(effects: .live(clock))
    }
    let text = """
      effects ended without an event, and no step named them, oldest first:
        Nothing(), started by .start
      Name each one with THEN_EnqueuedEffect before the next event, map its error to an event with .mapToResult(), or \
      exclude this step with .configure(exhaustivity: .off).
      """
    #expect(
      found == [
        Failure(line: line + 3, text: "WHEN(.start): " + text),
        Failure(line: line + 6, text: "WHEN(.start): " + text),
      ]
    )
  }

  @Test func `an effect that is discarded must be named`() async throws {
    let found = try await liveTexts {
      try await Quiet.GIVEN { Quiet(clock: clock) }
        .configure(clearEffectsOnEveryWhenOrEnd: true)
        .WHEN(.start)
        .WHEN(.tap)
        .WHEN(.start)
        .THEN_EnqueuedEffect(Nothing(clock: clock))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.start): effects ended without an event") == true)
  }

  @Test func `an effect that fails without an event must be named`() async throws {
    let found = try await withLoggedLines { _ in
      try await liveTexts {
        try await Station.GIVEN { Station(clock: clock) }
          .WHEN(.failUnmapped)
          .runTest(effects: .live(clock))
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("\n  Flaky(1), started by .failUnmapped\n") == true)
  }

  @Test func `an effect that has ended at once must be named, too`() async throws {
    let found = try await liveTexts {
      try await Quiet.GIVEN { Quiet(clock: clock) }
        .WHEN(.startShort)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.startShort): effects ended without an event") == true)
    try await Quiet.GIVEN { Quiet(clock: clock) }
      .WHEN(.startShort)
      .THEN_EnqueuedEffect(Nothing(clock: nil))
      .runTest(effects: .live(clock))
  }

  @Test func `an effect cannot be named after the next event, and the failure says so`() async throws {
    let found = try await liveTexts {
      try await Quiet.GIVEN { Quiet(clock: clock) }
        .configure(exhaustivity: .off)
        .WHEN(.startShort)
        .WHEN(.tap)
        .THEN_EnqueuedEffect(Nothing(clock: nil))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        THEN_EnqueuedEffect(Nothing()): no effect in flight is equal to Nothing(). None is in flight.
        Effects run in this plan, so it may have ended already: assert its event with RECEIVE, or what it has done.
        Otherwise send the event that enqueues it before this step, or fix `update`, which should enqueue it.
        """
      ]
    )
  }
}

private final class Quiet: Scope {
  enum When {
    case start, startShort, tap, ended
  }

  private let clock: TestClock

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .start: effectsState.enqueue(Nothing(clock: clock).map { _ in .ended })
    case .startShort: effectsState.enqueue(Nothing(clock: nil).map { _ in .ended })
    case .tap, .ended: break
    }
  }
}

/// A stream that ends after a second without an element, and so without an event.
private struct Nothing: StreamEffect, Equatable, CustomStringConvertible {
  let clock: TestClock?

  func stream() -> AsyncStream<Int> {
    AsyncStream {
      try? await clock?.sleep(for: .seconds(1))
      return nil
    }
  }

  static func == (one: Nothing, other: Nothing) -> Bool { one.clock === other.clock }
  var description: String { "Nothing()" }
}
