import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@MainActor @Suite struct `A live plan and the clocks of its effects` {
  let clock = TestClock()

  @Test func `fails when a modifier waits on another clock, and names the modifier`() async throws {
    let found = try await liveTexts {
      try await Watch.GIVEN { Watch(clock: ContinuousClock()) }
        .WHEN(.delay)
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        WHEN(.delay): Ring(), started by .delay, waits on a ContinuousClock and not on the clock of this plan, so \
        real time would pass. Inject the plan's clock into the scope, and pass it to the effect as `clock:`.
        """
      ]
    )
  }

  @Test func `fails once for a timer on another clock`() async throws {
    let other = TestClock()
    let found = try await liveTexts {
      try await Watch.GIVEN { Watch(clock: other) }
        .WHEN(.tick)
        .WHEN(.stop)
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("WHEN(.tick): TimerEffect(every: 1.0 seconds), started by .tick, waits on a")
        == true
    )
  }

  @Test func `does not fail when all wait on its own clock`() async throws {
    try await Watch.GIVEN { [clock] in Watch(clock: clock) }
      .WHEN(.delay)
      .WHEN(.tick)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.ticked(1))
      .WHEN(.stop)
      .runTest(effects: .live(clock))
  }

  @Test func `prints each second what it waits for in real time`() async throws {
    let (gate, seconds, said) = (Gate<Void>(), TestClock(), Locked<[String]>([]))
    let report = WaitReport(clock: seconds, restClock: TestClock()) { text in
      let count = said.withLock { lines in
        lines.append(text)
        return lines.count
      }
      if count == 2 { Task { await gate.open(()) } }
    }
    let passing = Task { await seconds.pass(2) }
    try await wait(at: gate, reporting: report)
    await passing.value
    #expect(
      said.withLock { $0 }
        == (1...2).map { count in
          """
          statoscope: a live plan has waited \(count) s of real time for:
            Ring(), started by .wait, waiting for something other than the clock

          """
        }
    )
  }

  @Test func `does not count seconds in which the machine is too busy`() async throws {
    let (gate, seconds, said) = (Gate<Void>(), TestClock(), Locked<[String]>([]))
    let report = WaitReport(clock: seconds, restClock: TestClock()) { text in
      said.withLock { $0.append(text) }
    }
    let passing = Task {
      await seconds.pass(20, lasting: .seconds(3))
      await gate.open(())
    }
    try await wait(at: gate, reporting: report)
    await passing.value
    #expect(said.withLock { $0 } == [])
  }

  /// Runs a plan that waits in real time until a gate opens.
  private func wait(at gate: Gate<Void>, reporting report: WaitReport) async throws {
    try await WaitReport.$current.withValue(report) {
      try await Watch.GIVEN { [clock] in Watch(clock: clock, gate: gate) }
        .WHEN(.wait)
        .RECEIVE(.rung)
        .runTest(effects: .live(clock))
    }
  }
}

private struct Ring: Effect, Equatable {
  var gate: Gate<Void>?
  static func == (_: Ring, _: Ring) -> Bool { true }
  func runEffect() async throws { try await gate?.pass() }
}

extension Ring: CustomStringConvertible {
  var description: String { "Ring()" }
}

private final class Watch: Scope {
  enum When: Equatable {
    case delay
    case tick
    case wait
    case rung
    case ticked(Int)
    case stop
  }

  private let clock: any Clock<Duration>
  private let gate: Gate<Void>?

  init(clock: any Clock<Duration>, gate: Gate<Void>? = nil) {
    (self.clock, self.gate) = (clock, gate)
  }

  func update(_ when: When) throws {
    switch when {
    case .delay: effectsState.enqueue(Ring().delay(for: .seconds(60), clock: clock).map { .rung })
    case .tick: effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map(When.ticked))
    case .wait: effectsState.enqueue(Ring(gate: gate).map { .rung })
    case .rung, .ticked: break
    case .stop: effectsState.cancelAllEffects()
    }
  }
}
