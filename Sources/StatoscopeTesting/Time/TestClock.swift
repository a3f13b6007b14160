import Statoscope

/// A clock whose time stands still until the test advances it.
///
/// ```swift
/// let clock = TestClock()
/// scope.injectObject(AppClock(clock))
/// scope.send(.userTyped("sta"))
/// await clock.sleepers()
/// clock.advance(by: .milliseconds(300))
/// ```
/// Sleeping tasks wake in the order of their deadlines, those of one deadline in the order in which they went
/// to sleep. No real time passes. In a live plan `ADVANCE(by:)` advances it, and waits for effects as
/// necessary.
public final class TestClock: Clock, Sendable {
  /// An instant of a test clock.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the creation of the clock.
    public let offset: Duration

    /// Returns the instant that is a duration later, or the last instant there is.
    ///
    /// The last instant is `Duration.seconds(Int64.max)` after the creation of the clock, the first as long
    /// before it.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: (offset + duration.bounded).bounded)
    }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Duration {
      (other.offset - offset).bounded
    }

    /// Returns true if an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let queue = Locked(SleepQueue())

  /// Creates a clock at its instant zero.
  public init() {}

  /// The current instant.
  public var now: Instant { queue.withLock { $0.now } }

  /// The smallest step of the clock: that of a `Duration`.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Waits until the test has advanced the time to an instant.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    let number = queue.withLock { $0.takeNumber() }
    let task = EffectTask.running
    defer { queue.withLock { $0.discard(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(Sleeper(number: number, deadline: deadline, task: task, continuation: continuation))
      }
    } onCancel: {
      let sleeper = queue.withLock { $0.cancel(number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the time, and wakes the sleepers that are due.
  ///
  /// It returns immediately; woken sleepers continue in their own tasks. Time ends at the last possible
  /// ``Instant``.
  /// - Parameter duration: the time to add; not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "advance(by: \(duration)): time does not go back")
    let awake = queue.withLock { queue in
      queue.now = queue.now.advanced(by: duration)
      return queue.wakeAll()
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Waits until a number of tasks sleep on this clock, or until the task is cancelled.
  public func sleepers(_ count: Int = 1) async {
    let (arrival, arriving) = AsyncStream.makeStream(of: Never.self)
    guard !queue.withLock({ $0.wait(arriving, for: count) }) else { return }
    for await _ in arrival {}
  }

  private func enqueue(_ sleeper: Sleeper) {
    switch queue.withLock({ $0.add(sleeper) }) {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .late: sleeper.continuation.resume()
    case .asleep(let waiters):
      for waiter in waiters { waiter.finish() }
      sleeper.task?.recordChange()
    }
  }
}

extension TestClock {
  /// Moves the time to the deadline of the first sleeper and wakes it, unless that is after a limit.
  ///
  /// - Returns: whether there was such a sleeper.
  func wakeFirst(until limit: Instant) -> Bool {
    let sleeper = queue.withLock { $0.wakeFirst(until: limit) }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Sets the time, forward or backward; sleepers continue to sleep.
  func set(to moment: Instant) {
    queue.withLock { $0.now = moment }
  }

  /// Returns the time at which an effect in flight wakes; nil when it does not sleep, or not all parts of it.
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
  /// Nil: sleepers are not part of the state of the scope that has the clock.
  package var shownState: Any? { nil }
}

extension Duration {
  /// The duration if its whole seconds fit into 64 bits, else the nearest one whose do; their sums never
  /// overflow.
  fileprivate var bounded: Duration {
    min(max(self, .seconds(-Int64.max)), .seconds(Int64.max))
  }
}
