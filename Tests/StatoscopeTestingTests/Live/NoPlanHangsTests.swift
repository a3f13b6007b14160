import Dispatch
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Synchronization
import TestSupport
import Testing

/// Live plans whose effects never end: each step fails after the time limit, which is measured by a clock that the test
/// holds.
@Suite struct `No live plan hangs` {
  let clock = TestClock()

  @Test func `on a stream that never yields`() async throws {
    let found = try await givingUp(after: 10) {
      try await Waiter.GIVEN { Waiter() }
        .WHEN(.listen)
        .RECEIVE(.heard)
        .THEN(\.heard, equals: 7)
        .runTest(effects: .live(clock))
    }
    #expect(
      found.failures == [
        """
        RECEIVE(.heard): no event arrived within 10.0 seconds of real time. In flight, oldest first:
          Silence(), started by .listen, waiting for its next element
        The steps after this one were not run. Make what these effects wait for happen before this step, inject a mock \
        that answers, or allow more time with FlowSettings(timeLimit:).
        """
      ]
    )
    #expect(
      found.reports
        == (1...9).map {
          """
          statoscope: a live plan has waited \($0) s of real time for:
            Silence(), started by .listen, waiting for its next element

          """
        }
    )
  }

  @Test func `on an effect that ignores its cancellation`() async throws {
    let gate = Gate<Void>()
    let found = try await givingUp(after: 10) {
      try await Waiter.GIVEN { Waiter() }
        .WHEN(.wait(Visit(gate: gate)))
        .RECEIVE(.heard)
        .runTest(effects: .live(clock), assertRelease: true)
    }
    #expect(found.failures.count == 1)
    #expect(
      found.failures.first?.contains(
        "\n  Visit(), started by .wait(Visit()), waiting for something other than the clock\n"
      ) == true
    )
    await gate.open(())
  }

  @Test func `longer than its own time limit`() async throws {
    let found = try await withFlowSettings(FlowSettings(timeLimit: .milliseconds(1_500))) {
      try await givingUp(after: 2) {
        try await Waiter.GIVEN { Waiter() }
          .WHEN(.listen)
          .RECEIVE(.heard)
          .runTest(effects: .live(clock))
      }
    }
    #expect(found.reports.count == 1)
    #expect(found.failures.count == 1)
    #expect(
      found.failures.first?.hasPrefix("RECEIVE(.heard): no event arrived within 1.5 seconds of real time.")
        == true
    )
  }

  @Test func `in a fork, whose failure names it`() async throws {
    let found = try await givingUp(after: 10) {
      try await Waiter.GIVEN { Waiter() }
        .FORK(.listen) { sut in try sut.RECEIVE(.heard) }
        .THEN(\.heard, equals: 0)
        .runTest(effects: .live(clock))
    }
    #expect(found.failures.count == 1)
    #expect(found.failures.first?.contains("\n  in FORK(.listen) at NoPlanHangsTests.swift:") == true)
  }

  @Test func `on an effect that loops`() async throws {
    let mayEnd = Flag()
    let found = try await givingUp(after: 10, at: .rest(mayEnd)) {
      try await Waiter.GIVEN { Waiter() }
        .WHEN(.spin(Spin(mayEnd: mayEnd, blocks: false)))
        .THEN(\.heard, equals: 7)
        .runTest(effects: .live(clock))
    }
    mayEnd.raise()
    #expect(
      found.failures == [
        """
        WHEN(.spin(Spin())): the effects of this plan did not come to rest within 10.0 seconds of real time. \
        In flight, oldest first:
          Spin(), started by .spin(Spin())
        The steps after this one were not run. An effect must not block its thread, or loop without waiting: make it \
        wait for the clock or for a result, and end when it is cancelled, or allow more time with \
        FlowSettings(timeLimit:).
        """
      ]
    )
    #expect(found.reports.last?.contains("has waited 9 s of real time for:\n  Spin(), started by") == true)
  }

  @Test func `on an effect that blocks its thread, and runs its forks`() async throws {
    let mayEnd = Flag()
    let found = try await givingUp(after: 10, at: .rest(mayEnd)) {
      try await Waiter.GIVEN {
        // Once the first path has been given up, no time passes for the fork.
        mayEnd.stopTime()
        return Waiter()
      }
      .FORK(.hear) { sut in try sut.THEN(\.heard, equals: 7) }
      .WHEN(.spin(Spin(mayEnd: mayEnd, blocks: true)))
      .runTest(effects: .live(clock))
    }
    mayEnd.raise()
    #expect(found.failures.count == 2)
    #expect(found.failures.first?.hasPrefix("WHEN(.spin(Spin())): the effects of this plan did not") == true)
    #expect(found.failures.last?.hasPrefix("THEN(\\.heard, equals: 7): the value differs") == true)
  }

  @Test func `on an effect that loops when it is cancelled`() async throws {
    let mayEnd = Flag()
    let found = try await givingUp(after: 10, at: .rest(mayEnd)) {
      try await Waiter.GIVEN { Waiter() }
        .configure(clearEffectsOnEveryWhenOrEnd: false)
        .WHEN(.spin(Spin(mayEnd: mayEnd, blocks: false, clock: clock)))
        .runTest(effects: .live(clock))
    }
    mayEnd.raise()
    #expect(found.failures.count == 2)
    #expect(found.failures.first?.contains("effects are still running at the end of this path") == true)
    #expect(
      found.failures.last?.hasPrefix(
        """
        runTest(effects: .live(clock)): the effects of this plan did not come to rest within 10.0 seconds of real time. \
        None is in flight: one that was cancelled, or a task that one started, runs on.

        """
      ) == true
    )
  }

  @Test func `after it has reported a wait on another clock`() async throws {
    let found = try await liveTexts {
      try await Waiter.GIVEN { Waiter() }
        .WHEN(.delay)
        .RECEIVE(.heard)
        .THEN(\.heard, equals: 7)
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        WHEN(.delay): Visit(), started by .delay, waits on a ContinuousClock and not on the clock of this plan, so \
        real time would pass. Inject the plan's clock into the scope, and pass it to the effect as `clock:`.
        """
      ]
    )
  }

  @Test func `when an effect turns to another clock while RECEIVE waits`() async throws {
    let gate = Gate<Void>()
    let clock = clock
    let running = Task {
      try await liveTexts {
        try await Waiter.GIVEN { Waiter() }
          .WHEN(.delayAfter(Visit(gate: gate)))
          .RECEIVE(.heard)
          .THEN(\.heard, equals: 7)
          .runTest(effects: .live(clock))
      }
    }
    await gate.arrived()
    await gate.open(())
    let found = try await running.value
    #expect(found.count == 1)
    #expect(found.first?.contains("waits on a ContinuousClock and not on the clock of this plan") == true)
  }

  /// What the plan waits for: an event, or the rest of an effect that never rests.
  private enum Wait {
    case event
    case rest(Flag)
  }

  /// Runs a plan, and lets seconds pass while it waits.
  private func givingUp(
    after seconds: Int,
    at wait: Wait = .event,
    _ plan: () async throws -> Void
  ) async throws -> (failures: [String], reports: [String]) {
    let (time, said) = (TestClock(), Locked<[String]>([]))
    let write: @Sendable (String) -> Void = { text in said.withLock { $0.append(text) } }
    let hasEnded = Flag()
    let report: WaitReport
    let passing: Task<Void, Never>
    switch wait {
    case .event:
      report = WaitReport(clock: time, restClock: TestClock(), write: write)
      passing = Task { await time.pass(seconds) }
    case .rest(let spin):
      report = WaitReport(clock: TestClock(), restClock: time, write: write)
      passing = Task {
        // A rest is not measured where something else delays the plan, so more seconds may have to pass.
        while true {
          await time.sleepers()
          await until { spin.letsTimePass || hasEnded.isRaised }
          if hasEnded.isRaised { return }
          time.advance(by: .seconds(1))
        }
      }
    }
    let failures = try await WaitReport.$current.withValue(report) { try await liveTexts(of: plan) }
    hasEnded.raise()
    // For the one who passes the time, and may wait for a sleeper.
    let last = Task { try? await time.sleep(for: .seconds(1)) }
    await passing.value
    last.cancel()
    return (failures, said.withLock { $0 })
  }
}

/// A flag that a test raises and an effect sees.
private final class Flag: Sendable {
  private let value = Atomic(false)
  private let passes = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  /// Indicates whether an effect runs that never rests.
  var letsTimePass: Bool { passes.load(ordering: .acquiring) }

  func beginTime() { passes.store(true, ordering: .releasing) }
  func stopTime() { passes.store(false, ordering: .releasing) }

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() {
    value.store(true, ordering: .releasing)
    semaphore.signal()
  }

  /// Blocks the thread until it is raised.
  func block() { semaphore.wait() }
}

private final class Waiter: Scope {
  enum When {
    case listen
    case wait(Visit)
    case spin(Spin)
    case delay
    case delayAfter(Visit)
    case hear
    case heard
  }

  private(set) var heard = 0

  func update(_ when: When) throws {
    switch when {
    case .listen: effectsState.enqueue(Silence().map { _ in .heard })
    case .wait(let visit): effectsState.enqueue(visit.map { .heard })
    case .spin(let spin): effectsState.enqueue(spin.map { .heard })
    case .delay: effectsState.enqueue(Visit().delay(for: .seconds(60)).map { .heard })
    case .delayAfter(let visit):
      effectsState.enqueue(visit.retry(1, backoff: .constant(.seconds(60))).map { .heard })
    case .hear, .heard: heard += 1
    }
  }
}

/// A stream that never yields.
private struct Silence: StreamEffect, CustomStringConvertible {
  func stream() -> AsyncStream<Int> { AsyncStream { _ in } }
  var description: String { "Silence()" }
}

/// An effect that waits for a gate, also after its cancellation, and then fails.
private struct Visit: Effect, CustomStringConvertible {
  var gate: Gate<Void>?
  func runEffect() async throws {
    try await gate?.pass()
    throw Offline()
  }
  var description: String { "Visit()" }
}

/// An effect that runs until the test has ended.
private struct Spin: Effect, CustomStringConvertible {
  let mayEnd: Flag
  let blocks: Bool
  /// Where it waits for its cancellation before it runs.
  var clock: TestClock?

  @concurrent func runEffect() async throws {
    // On no other actor: an effect that waits for one looks at rest.
    try? await clock?.sleep(for: .seconds(60))
    mayEnd.beginTime()
    if blocks { mayEnd.block() }
    // Resumed at once, it never leaves its thread: after `yield` it may look at rest for a moment.
    while !mayEnd.isRaised { await withCheckedContinuation { $0.resume() } }
  }

  var description: String { "Spin()" }
}
