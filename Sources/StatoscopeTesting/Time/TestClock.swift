import Statoscope

/// A clock whose time stands still until the test moves it.
///
/// ```swift
/// let clock = TestClock()
/// scope.injectObject(AppClock(clock))
/// scope.send(.userTyped("sta"))
/// await clock.sleepers()
/// clock.advance(by: .milliseconds(300))
/// ```
/// Sleepers wake in the order of their deadlines, those of one deadline in the order in which they went to
/// sleep. No real time passes. In a live plan `ADVANCE(by:)` moves it, and waits for what has to be waited
/// for.
public final class TestClock: Clock, Sendable {
  /// A moment of a test's time.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment that lies a time after this one, or the last moment there is.
    ///
    /// The last moment is `Duration.seconds(Int64.max)` after the clock was made, the first as long before.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: (offset + duration.bounded).bounded)
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration {
      (other.offset - offset).bounded
    }

    /// Returns true if an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let queue = Locked(SleepQueue())

  /// Makes a clock at its moment zero.
  public init() {}

  /// The present moment.
  public var now: Instant { queue.withLock { $0.now } }

  /// The smallest step: as small as a `Duration` can be.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Waits until the test has moved the time to a moment.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    let number = queue.withLock { $0.takeNumber() }
    let task = EffectTask.running
    defer { queue.withLock { $0.forget(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(Sleeper(number: number, deadline: deadline, task: task, continuation: continuation))
      }
    } onCancel: {
      let sleeper = queue.withLock { $0.cancel(number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the time on, and wakes the sleepers whose moment has come.
  ///
  /// It returns at once; what a sleeper does when it wakes happens in its own task. Time ends at the last moment
  /// that an ``Instant`` can be.
  /// - Parameter duration: how far; not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "advance(by: \(duration)): time does not go back")
    let awake = queue.withLock { queue in
      queue.now = queue.now.advanced(by: duration)
      return queue.wakeAll()
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Waits until so many tasks sleep on this clock.
  public func sleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = queue.withLock { $0.wait(continuation, for: count) }
      if isThere { continuation.resume() }
    }
  }

  private func enqueue(_ sleeper: Sleeper) {
    switch queue.withLock({ $0.add(sleeper) }) {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .late: sleeper.continuation.resume()
    case .asleep(let waiters):
      for waiter in waiters { waiter.resume() }
      sleeper.task?.noteChange()
    }
  }
}

extension TestClock {
  /// Moves the time to the deadline of the first sleeper and wakes that one, unless it lies behind a moment.
  ///
  /// - Returns: whether there was such a sleeper.
  func wakeFirst(until limit: Instant) -> Bool {
    let sleeper = queue.withLock { $0.wakeFirst(until: limit) }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Sets the time, also back; sleepers sleep on.
  func set(to moment: Instant) {
    queue.withLock { $0.now = moment }
  }

  /// When an effect in flight wakes: nil when it does not sleep, or not all of it.
  func deadline(of effect: EffectTask) -> Instant? {
    let parts = effect.parts
    guard parts.isEmpty else {
      let deadlines = parts.map(deadline)
      return deadlines.contains(nil) ? nil : deadlines.compactMap { $0 }.min()
    }
    return queue.withLock { $0.deadline(of: effect) }
  }
}

extension TestClock: ShownState {
  /// Nothing: sleepers are no state of the scope that has the clock.
  package var shownState: Any? { nil }
}

extension Duration {
  /// The duration if its whole seconds fit into 64 bits, else the nearest one whose do; their sums never overflow.
  fileprivate var bounded: Duration {
    min(max(self, .seconds(-Int64.max)), .seconds(Int64.max))
  }
}
