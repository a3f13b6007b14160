import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@MainActor @Suite struct `A timer` {
  let clock = TestClock()

  @Test func `yields 1, 2, 3 and so on, once per interval`() async {
    let watch = Stopwatch(clock: clock).send(.start)
    for count in 1...3 {
      await clock.sleepers()
      clock.advance(by: .milliseconds(999))
      #expect(watch.ticks.count == count - 1)
      clock.advance(by: .milliseconds(1))
      await watch.ticked(count)
    }
    #expect(watch.ticks == [1, 2, 3])
    #expect(watch.effects.count == 1)
  }

  @Test func `does not drift: a late element does not delay later ones`() async {
    let watch = Stopwatch(clock: clock).send(.start)
    await clock.sleepers()
    clock.advance(by: .milliseconds(1_700))
    await watch.ticked(1)
    await clock.sleepers()
    clock.advance(by: .milliseconds(299))
    #expect(watch.ticks == [1])
    clock.advance(by: .milliseconds(1))
    await watch.ticked(2)
    #expect(watch.ticks == [1, 2])
  }

  @Test func `yields overdue elements at once, and sleeps until the next`() async {
    let watch = Stopwatch(clock: clock).send(.start)
    await clock.sleepers()
    clock.advance(by: .milliseconds(3_500))
    await watch.ticked(3)
    await clock.sleepers()
    #expect(watch.ticks == [1, 2, 3])
    clock.advance(by: .milliseconds(500))
    await watch.ticked(4)
  }

  @Test func `ends when it is cancelled, and starts again at 1`() async {
    let watch = Stopwatch(clock: clock).send(.start)
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await watch.ticked(1)
    watch.send(.stop)
    #expect(watch.effects.isEmpty)
    clock.advance(by: .milliseconds(500))
    watch.send(.start)
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await watch.ticked(2)
    #expect(watch.ticks == [1, 1])
    watch.send(.stop)
  }

  @Test func `starts after its delay`() async {
    let watch = Stopwatch(clock: clock).send(.startLater)
    await clock.sleepers()
    clock.advance(by: .seconds(5))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await watch.ticked(1)
    watch.send(.stop)
    #expect(watch.effects.isEmpty)
  }

  @Test func `waits for intervals of any length`() async {
    let watch = Stopwatch(clock: clock, interval: .seconds(Int64.max)).send(.start)
    await clock.sleepers()
    clock.advance(by: .seconds(3_155_760_000))
    await watch.ticked(1)
    watch.send(.stop)
    #expect(watch.effects.isEmpty)
  }

  @Test func `runs until the end of its task`() async {
    let task = Task { [clock] in try await TimerEffect(every: .seconds(1), clock: clock).runEffect() }
    await clock.sleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `equals another with the same interval, whatever its clock`() {
    #expect(TimerEffect(every: .seconds(1), clock: clock) == TimerEffect(every: .seconds(1)))
    #expect(TimerEffect(every: .seconds(1)) != TimerEffect(every: .seconds(2)))
    #expect(Set([TimerEffect(every: .seconds(1), clock: clock), TimerEffect(every: .seconds(1))]).count == 1)
    #expect("\(TimerEffect(every: .seconds(1)))" == "TimerEffect(every: 1.0 seconds)")
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `with an interval of zero yields until it is cancelled`(interval: Duration) async {
    let watch = Stopwatch(clock: clock, interval: interval).send(.start)
    await watch.ticked(3)
    watch.send(.stop)
    #expect(watch.effects.isEmpty)
    #expect(TimerEffect(every: interval).interval == .zero)
  }

  @Test func `yields its elements by steps of a plan`() throws {
    try Stopwatch.GIVEN { Stopwatch(clock: ContinuousClock()) }
      .WHEN(.start)
      .THEN_EnqueuedEffect(TimerEffect(every: .seconds(1)))
      .THEN_EnqueuedEffect(parameter: \TimerEffect.interval, equals: .seconds(1))
      .WHEN_StreamYields(TimerEffect.self, 1)
      .THEN(\.ticks, equals: [1])
      .WHEN(.stop)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `yields its elements in a live plan as time passes`() async throws {
    try await Stopwatch.GIVEN { [clock] in Stopwatch(clock: clock) }
      .WHEN(.start)
      .ADVANCE(by: .milliseconds(2_500))
      .RECEIVE(.ticked(1))
      .RECEIVE(.ticked(2))
      .ADVANCE(by: .milliseconds(500))
      .RECEIVE(.ticked(3))
      .THEN(\.ticks, equals: [1, 2, 3])
      .WHEN(.stop)
      .THEN_NoEffects()
      .runTest(effects: .live(clock))
  }
}

private final class Stopwatch: Scope {
  enum When: Equatable {
    case start
    case startLater
    case ticked(Int)
    case stop
  }

  private(set) var ticks: [Int] = []
  private let clock: any Clock<Duration>
  private let interval: Duration

  init(clock: any Clock<Duration>, interval: Duration = .seconds(1)) {
    self.clock = clock
    self.interval = interval
  }

  func update(_ when: When) throws {
    let timer = TimerEffect(every: interval, clock: clock)
    switch when {
    case .start: effectsState.enqueue(timer.map(When.ticked), id: "timer", policy: .replace)
    case .startLater: effectsState.enqueue(timer.delay(for: .seconds(5), clock: clock).map(When.ticked))
    case .ticked(let number): ticks.append(number)
    case .stop: effectsState.cancelAllEffects()
    }
  }

  /// Waits until so many elements have come.
  @MainActor func ticked(_ count: Int) async {
    for await ticks in changes(of: \.ticks) where ticks.count >= count { return }
  }
}
