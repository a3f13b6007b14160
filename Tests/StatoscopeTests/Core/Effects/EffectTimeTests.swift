import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Delay, timeout and retry, under a clock that the test holds.
@MainActor @Suite struct EffectTimeTests {
  let clock = TestClock()

  @Test func `a delayed effect starts after its delay`() async {
    let scope = Timed(clock: clock).send(.delayed("a"))
    await clock.sleepers()
    clock.advance(by: .milliseconds(299))
    #expect(scope.started.entries == [])
    clock.advance(by: .milliseconds(1))
    await scope.receives(1)
    #expect(scope.started.entries == ["a"])
  }

  @Test func `a delayed effect that is cancelled never starts`() async {
    let scope = Timed(clock: clock).send(.delayed("a"))
    await clock.sleepers()
    scope.send(.cancelAll).send(.delayed("b"))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.receives(1)
    #expect(scope.started.entries == ["b"])
  }

  @Test func `a debounce is a delay that is replaced`() async {
    let scope = Timed(clock: clock)
    for text in ["s", "st", "sta"] {
      scope.send(.debounced(text))
      await clock.sleepers()
      clock.advance(by: .milliseconds(200))
    }
    clock.advance(by: .milliseconds(100))
    await scope.receives(1)
    #expect(scope.received == ["sta"])
    #expect(scope.started.entries == ["sta"])
  }

  @Test func `a throttle is a delay during which effects are ignored`() async {
    let scope = Timed(clock: clock)
    scope.send(.throttled("a"))
    await clock.sleepers()
    scope.send(.throttled("b")).send(.throttled("c"))
    clock.advance(by: .seconds(1))
    await scope.receives(1)
    scope.send(.throttled("d"))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.receives(2)
    #expect(scope.received == ["a", "d"])
  }

  @Test func `an effect and a stream with timeouts run on their scope's actor`() async throws {
    #expect(try await IsOnMainActor().timeout(after: .seconds(1), clock: clock).runEffect())
    #expect(try await AreOnMainActor().timeout(after: .seconds(1), clock: clock).runEffect())
  }

  @Test func `a timeout fails an effect that ignores its cancellation`() async {
    let gate = Gate<String>()
    let scope = Timed(clock: clock).send(.limited(gate))
    await gate.arrived()
    await clock.sleepers()
    clock.advance(by: .seconds(5))
    await scope.receives(1)
    #expect(scope.received == ["PassGate<String> took longer than 5.0 seconds and was cancelled"])
    await gate.open("too late")
  }

  @Test func `a timeout does not affect an effect that ends in time`() async {
    let gate = Gate<String>()
    let scope = Timed(clock: clock).send(.limited(gate))
    await gate.open("in time")
    await scope.receives(1)
    #expect(scope.received == ["in time"])
  }

  @Test func `cancelling an effect with a timeout cancels its work and its sleep`() async throws {
    let gate = Gate<String>()
    let scope = Timed(clock: clock).send(.limited(gate))
    await gate.arrived()
    await clock.sleepers()
    scope.send(.cancelAll)
    await gate.open("late")
    clock.advance(by: .seconds(5))
    scope.send(.delayed("next"))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.receives(1)
    #expect(scope.received == ["next"])
  }

  @Test func `a stream's timeout applies to each element`() async {
    let scope = Timed(clock: clock)
    scope.send(.limitedStream(Paced(clock: clock, pauses: [.seconds(3), .seconds(4), .seconds(6)])))
    for pause in [3, 4] {
      await clock.sleepers(2)
      clock.advance(by: .seconds(pause))
      await scope.receives(pause - 2)
    }
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    await scope.receives(3)
    #expect(scope.received == ["0", "1", "Paced took longer than 5.0 seconds and was cancelled"])
  }

  @Test func `a limit that expires after its element came changes nothing`() async {
    let (limits, scope) = (UnstoppableClock(), Timed(clock: clock))
    scope.send(.limitedStream(Paced(clock: clock, pauses: [.seconds(1), .seconds(1)]), by: limits))
    await limits.gates[0].arrived()
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.receives(1)
    await limits.gates[1].arrived()
    await clock.sleepers()
    await limits.gates[0].open(())
    // The limit's task has nothing to wait for any more.
    for _ in 0..<100 { await Task.yield() }
    clock.advance(by: .seconds(1))
    await scope.receives(2)
    #expect(scope.received == ["0", "1"])
    for gate in limits.gates { await gate.open(()) }
  }

  @Test func `retry repeats an effect the given number of times`() async {
    let scope = Timed(clock: clock).send(.retried(Flaky(failures: 5), .none))
    await scope.receives(1)
    #expect(scope.received == ["attempt 4 failed"])
  }

  @Test func `a retry that succeeds ends the effect`() async {
    let scope = Timed(clock: clock).send(.retried(Flaky(failures: 2), .none))
    await scope.receives(1)
    #expect(scope.received == ["attempt 3"])
  }

  @Test func `each retry waits for its backoff`() async {
    let flaky = Flaky(failures: 2)
    let scope = Timed(clock: clock).send(.retried(flaky, .exponential(.seconds(1))))
    await clock.sleepers()
    #expect(flaky.attempts.entries.count == 1)
    clock.advance(by: .seconds(1))
    await clock.sleepers()
    #expect(flaky.attempts.entries.count == 2)
    clock.advance(by: .seconds(2))
    await scope.receives(1)
    #expect(scope.received == ["attempt 3"])
  }

  @Test func `a cancelled effect is not retried`() async {
    let flaky = Flaky(failures: 9)
    let scope = Timed(clock: clock).send(.retried(flaky, .constant(.seconds(1))))
    await clock.sleepers()
    scope.send(.cancelAll).send(.delayed("next"))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await scope.receives(1)
    #expect(flaky.attempts.entries.count == 1)
  }

  @Test func `the pristine effect is available under every modifier`() {
    let effect = Flaky(failures: 1).retry(2).timeout(after: .seconds(1)).delay(for: .seconds(1)).map {
      $0 + "!"
    }
    #expect(effect.pristineIs(Flaky.self))
  }
}

/// How long each backoff is.
@Suite struct RetryBackoffTests {
  @Test func `a constant backoff does not change`() {
    let backoff = RetryBackoff.constant(.seconds(2))
    #expect((1...3).map(backoff.delay) == [.seconds(2), .seconds(2), .seconds(2)])
  }

  @Test func `an exponential backoff grows up to its maximum`() {
    let backoff = RetryBackoff.exponential(.seconds(1), factor: 3, maximum: .seconds(20))
    #expect((1...5).map(backoff.delay) == [1, 3, 9, 20, 20].map { .seconds($0) })
    #expect(backoff.delay(beforeRetry: .max) == .seconds(20))
  }

  @Test func `without a backoff there is no wait`() {
    #expect(RetryBackoff.none.delay(beforeRetry: 1) == .zero)
  }

  @Test func `jitter varies each wait within its part, depending only on the seed`() {
    let backoff = RetryBackoff.constant(.seconds(10))
    let waits = (1...100).map(backoff.jitter(0.2, seed: 7).delay)
    #expect(waits == (1...100).map(backoff.jitter(0.2, seed: 7).delay))
    #expect(waits != (1...100).map(backoff.jitter(0.2, seed: 8).delay))
    #expect(waits.allSatisfy { $0 >= .seconds(8) && $0 <= .seconds(12) })
    #expect(Set(waits).count > 90)
  }

  @Test func `jitter exceeds no maximum`() {
    let backoff = RetryBackoff.exponential(.seconds(1), maximum: .seconds(8)).jitter(0.5, seed: 7)
    let waits = (1...100).map(backoff.delay)
    #expect(waits.max() == .seconds(8))
    #expect(Set(waits).count > 40)
  }
}

private struct Paced: StreamEffect {
  let clock: TestClock
  let pauses: [Duration]

  func stream() -> some AsyncSequence<Int, any Error> {
    Steps(clock: clock, pauses: pauses)
  }

  struct Steps: AsyncSequence, AsyncIteratorProtocol {
    let clock: TestClock
    let pauses: [Duration]
    var index = 0

    func makeAsyncIterator() -> Steps { self }

    mutating func next() async throws -> Int? {
      guard index < pauses.count else { return nil }
      try await clock.sleep(for: pauses[index])
      defer { index += 1 }
      return index
    }
  }
}

/// A clock whose sleeps end when the test says so, and not when they are cancelled.
private struct UnstoppableClock: Clock {
  let gates = (0..<3).map { _ in Gate<Void>() }
  private let sleepCount = Locked(0)

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let index = sleepCount.withLock { count in
      defer { count += 1 }
      return count
    }
    try await gates[index].pass()
  }
}

private struct IsOnMainActor: Effect {
  nonisolated(nonsending) func runEffect() async -> Bool { #isolation === MainActor.shared }
}

/// Says of each element whether it was asked for on the main actor.
private struct AreOnMainActor: StreamEffect {
  struct Answers: AsyncSequence, AsyncIteratorProtocol {
    var count = 0

    func makeAsyncIterator() -> Answers { self }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Bool? {
      count += 1
      return count > 2 ? nil : actor === MainActor.shared
    }
  }

  func stream() -> Answers { Answers() }
}

private struct Flaky: Effect {
  let failures: Int
  let attempts = Journal()

  func runEffect() async throws -> String {
    attempts.note("attempt \(attempts.entries.count + 1)")
    let attempt = attempts.entries.last ?? ""
    if attempts.entries.count <= failures { throw Failed(attempt: attempt) }
    return attempt
  }

  struct Failed: Error, CustomStringConvertible {
    let attempt: String
    var description: String { "\(attempt) failed" }
  }
}

private final class Timed: Scope {
  enum When {
    case delayed(String)
    case debounced(String)
    case throttled(String)
    case limited(Gate<String>)
    case limitedStream(Paced, by: (any Clock<Duration>)? = nil)
    case retried(Flaky, RetryBackoff)
    case ended(Result<String, any Error>)
    case cancelAll
  }

  let started = Journal()
  private(set) var received: [String] = []
  private let clock: TestClock
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .delayed(let text):
      effectsState.enqueue(wait(text))
    case .debounced(let text):
      effectsState.enqueue(wait(text), id: "text", policy: .replace)
    case .throttled(let text):
      effectsState.enqueue(wait(text), id: "text", policy: .ignore)
    case .limited(let gate):
      enqueue(PassGate(gate).timeout(after: .seconds(5), clock: clock))
    case .limitedStream(let paced, let limits):
      enqueue(paced.timeout(after: .seconds(5), clock: limits ?? clock).map { "\($0)" })
    case .retried(let flaky, let backoff):
      enqueue(flaky.retry(3, backoff: backoff, clock: clock))
    case .ended(let end):
      switch end {
      case .success(let text): note(text)
      case .failure(let error): note("\(error)")
      }
    case .cancelAll:
      effectsState.cancelAllEffects()
    }
  }

  private func wait(_ text: String) -> AnyEffect<When> {
    AnyEffect { [started] in
      started.note(text)
      return text
    }
    .delay(for: .milliseconds(300), clock: clock).mapToResult().map(When.ended)
  }

  private func enqueue(_ effect: AnyEffect<String>) {
    effectsState.enqueue(effect.mapToResult().map(When.ended))
  }

  private func note(_ line: String) {
    received.append(line)
    for watcher in watchers where watcher.count <= received.count { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= received.count }
  }

  @MainActor func receives(_ count: Int) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
