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
/// Sleepers wake in the order of their deadlines, those of one deadline in the order in which they went to sleep.
/// No real time passes.
public final class TestClock: Clock, Sendable {
  /// A moment of a test's time.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment that lies a time after this one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether a moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper: Sendable {
    let number: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var lastNumber: UInt64 = 0
    var cancelled: Set<UInt64> = []
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// Makes a clock at its moment zero.
  public init() {}

  /// The present moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step: as small as a `Duration` can be.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Waits until the test has moved the time to a moment.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lieDown(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Moves the time on, and wakes the sleepers whose moment has come.
  ///
  /// It returns at once; what a sleeper does when it wakes happens in its own task.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "advance(by: \(duration)): time does not go back")
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let awake = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return awake
    }
    for sleeper in awake.sorted(by: { ($0.deadline, $0.number) < ($1.deadline, $1.number) }) {
      sleeper.continuation.resume()
    }
  }

  /// Waits until so many tasks sleep on this clock.
  public func sleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count < count { state.watchers.append((count, continuation)) }
        return state.sleepers.count >= count
      }
      if isThere { continuation.resume() }
    }
  }

  private func lieDown(_ sleeper: Sleeper) {
    enum Outcome {
      case cancelled
      case late
      case asleep([CheckedContinuation<Void, Never>])
    }
    let outcome = state.withLock { state -> Outcome in
      if state.cancelled.remove(sleeper.number) != nil { return .cancelled }
      if sleeper.deadline <= state.now { return .late }
      state.sleepers.append(sleeper)
      let count = state.sleepers.count
      let satisfied = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return .asleep(satisfied.map(\.continuation))
    }
    switch outcome {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .late: sleeper.continuation.resume()
    case .asleep(let watchers): for watcher in watchers { watcher.resume() }
    }
  }

  private func cancel(_ number: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        // Cancelled before it lay down, or after it woke; numbers are never used again.
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
