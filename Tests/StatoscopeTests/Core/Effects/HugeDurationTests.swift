import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Durations and backoffs that no clock can add to its present moment, and negative ones.
@Suite struct HugeDurationTests {
  private static let huge: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.max) * 15, .seconds(3_155_760_001),
  ]
  private static let negative: [Duration] = [.seconds(-Int64.max) * 15, .seconds(-1), .zero]

  @Test(arguments: huge)
  func `a huge delay sleeps until it is cancelled`(duration: Duration) async {
    await expectSleep(on: ContinuousClock()) { AnyEffect { 1 }.delay(for: duration, clock: $0) }
    await expectSleep(on: SuspendingClock()) { AnyEffect { 1 }.delay(for: duration, clock: $0) }
  }

  @Test(arguments: huge)
  func `a huge timeout does not end the work`(duration: Duration) async {
    await expectSleep(on: ContinuousClock()) { unending.timeout(after: duration, clock: $0) }
    await expectSleep(on: SuspendingClock()) { unending.timeout(after: duration, clock: $0) }
  }

  @Test(arguments: huge)
  func `a huge backoff sleeps until it is cancelled`(duration: Duration) async {
    let backoff = RetryBackoff.exponential(duration, maximum: duration)
    await expectSleep(on: ContinuousClock()) { failing.retry(1, backoff: backoff, clock: $0) }
    await expectSleep(on: SuspendingClock()) { failing.retry(1, backoff: backoff, clock: $0) }
  }

  @Test(arguments: negative)
  func `a negative duration is zero on every clock`(duration: Duration) async throws {
    for clock in [ContinuousClock(), SuspendingClock(), TestClock()] as [any Clock<Duration>] {
      #expect(try await AnyEffect { 1 }.delay(for: duration, clock: clock).runEffect() == 1)
      await #expect(throws: EffectTimeoutError.self) {
        try await unending.timeout(after: duration, clock: clock).runEffect()
      }
      await #expect(throws: Offline.self) {
        try await failing.retry(2, backoff: .constant(duration), clock: clock).runEffect()
      }
    }
  }

  @Test(arguments: huge)
  func `the test clock's last instant ends each wait`(duration: Duration) async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(Int64.max) - .seconds(1))
    let effect = Task { try await AnyEffect { 1 }.delay(for: duration, clock: clock).runEffect() }
    await clock.sleepers()
    clock.advance(by: duration)
    #expect(try await effect.value == 1)
    #expect(clock.now.offset == .seconds(Int64.max))
  }

  @Test func `instants of the test clock are bounded`() {
    let last = TestClock().now.advanced(by: .seconds(Int64.max) * 15)
    let first = TestClock().now.advanced(by: .seconds(-Int64.max) * 15)
    #expect(last.offset == .seconds(Int64.max))
    #expect(last.advanced(by: .seconds(1)) == last)
    #expect(first.advanced(by: .seconds(-1)) == first)
    #expect(first.duration(to: last) == .seconds(Int64.max))
    #expect(last.duration(to: first) == .seconds(-Int64.max))
  }

  @Test func `a backoff of zero is zero at every retry`() {
    let numbers = [1, 2, 1_024, 1_025, 1_026, .max]
    for backoff in [RetryBackoff.exponential(.zero), .exponential(.zero).jitter(1)] {
      #expect(numbers.map(backoff.delay) == Array(repeating: .zero, count: numbers.count))
    }
  }

  @Test(arguments: [2.0, .infinity, .nan, -2, 0, 1e300, -.infinity, .leastNonzeroMagnitude])
  func `no factor makes a wait negative or longer than its maximum`(factor: Double) {
    for first in Self.huge + Self.negative + [.nanoseconds(1)] {
      for maximum in Self.huge + Self.negative {
        let backoff = RetryBackoff.exponential(first, factor: factor, maximum: maximum)
        for number in [Int.min, 0, 1, 2, 3, 1_025, 1_026, Int.max] {
          let wait = backoff.delay(beforeRetry: number)
          #expect(wait >= .zero && wait <= max(maximum, .zero))
          #expect(backoff.jitter(1).delay(beforeRetry: number) >= .zero)
        }
      }
    }
  }

  @Test func `unbounded growth ends at the maximum`() {
    let backoff = RetryBackoff.exponential(.seconds(1), maximum: .seconds(Int64.max))
    #expect(backoff.delay(beforeRetry: 3) == .seconds(4))
    #expect(backoff.delay(beforeRetry: 2_000) == .seconds(Int64.max))
    #expect(RetryBackoff.constant(.seconds(-1)).delay(beforeRetry: 1) == .zero)
  }

  @Test func `a live plan advances by a huge duration`() async throws {
    let clock = TestClock()
    try await Patient.GIVEN { Patient(clock: clock) }
      .WHEN(.begin)
      .ADVANCE(by: .seconds(Int64.max) * 15)
      .RECEIVE(.done)
      .ADVANCE(by: .seconds(Int64.max) * 15)
      .runTest(effects: .live(clock))
  }

  private var unending: AnyEffect<Int> {
    AnyEffect {
      while true { try await TestClock().sleep(for: .seconds(1)) }
    }
  }

  private var failing: AnyEffect<Int> { AnyEffect { throw Offline() } }

  /// Runs an effect until it sleeps on the clock, and expects that only its cancellation ends it.
  private func expectSleep<C: Clock>(
    on clock: C,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ effect: (any Clock<Duration>) -> AnyEffect<Int>
  ) async where C.Duration == Duration {
    let isAsleep = Gate<Void>()
    let effect = effect(AnnouncingClock(base: clock, sleeps: isAsleep))
    let running = Task { try await effect.runEffect() }
    try? await isAsleep.pass()
    running.cancel()
    await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) { try await running.value }
  }
}

/// A real clock that says when a task is about to sleep on it.
private struct AnnouncingClock<Base: Clock>: Clock where Base.Duration == Duration {
  let base: Base
  let sleeps: Gate<Void>

  var now: Base.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    await sleeps.open(())
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

private final class Patient: Scope {
  enum When {
    case begin
    case done
  }

  private let clock: TestClock

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    guard case .begin = when else { return }
    effectsState.enqueue(AnyEffect { When.done }.delay(for: .seconds(Int64.max), clock: clock))
  }
}
