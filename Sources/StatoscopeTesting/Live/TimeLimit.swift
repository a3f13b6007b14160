import Statoscope

/// The limit, in real time, of the waits of one path of a live plan.
///
/// What it waits for may never come, and a task may ignore its cancellation, or block its thread; so each wait can be
/// given up.
final class TimeLimit: Sendable {
  private struct State: Sendable {
    var isOver = false
    /// The number of the wait in progress.
    var number: UInt64 = 0
    var waiter: CheckedContinuation<Void, Never>?
    /// Indicates whether the wait in progress is for jobs of the path's own effects only.
    var isForOwnJobs = false
    /// Indicates whether tasks have begun to run since the progress was last read.
    var isNew = false
    /// The number of the wait when the progress was last read.
    var knownNumber: UInt64 = 0
  }

  private let state = Locked(State())

  /// Indicates whether the path has waited too long; then it waits for nothing more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Waits until something is done, or the time is over.
  ///
  /// The caller leaves its actor before, and returns to it behind all that waits for the actor meanwhile.
  ///
  /// - Parameters:
  ///   - isForOwnJobs: whether nothing but jobs of the path's own effects can delay it.
  ///   - start: begins it, with a closure to call when it is done.
  @concurrent func wait(
    forOwnJobs isForOwnJobs: Bool,
    _ start: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
  ) async {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> UInt64? in
        guard !state.isOver else { return nil }
        state.number += 1
        state.waiter = continuation
        state.isForOwnJobs = isForOwnJobs
        return state.number
      }
      guard let number else { return continuation.resume() }
      start { [self] in
        let waiter = state.withLock { $0.number == number ? $0.waiter.take() : nil }
        waiter?.resume()
      }
    }
  }

  /// Begins to measure anew, because tasks were woken.
  func beginRest() { state.withLock { $0.isNew = true } }

  /// What has happened since the last call.
  ///
  /// Other tests may keep the main actor, or the plan's own, for long: that is no reason to give up.
  func takeProgress() -> WaitReport.Progress {
    state.withLock { state in
      defer { (state.isNew, state.knownNumber) = (false, state.number) }
      if state.isNew { return .new }
      // Another wait without rest between: the effects never stop.
      if state.number != state.knownNumber { return .none }
      return state.waiter != nil && state.isForOwnJobs ? .none : .delayed
    }
  }

  /// Ends the wait in progress, and all later ones.
  func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      return state.waiter.take()
    }
    waiter?.resume()
  }
}

/// Reports on standard error what a live plan waits for in real time, after a second and every second again.
package struct WaitReport: Sendable {
  /// The instance that plans use; tests of this module replace it during a closure.
  @TaskLocal package static var current = WaitReport(write: StandardError.write)

  /// The kinds of waits.
  package enum Wait {
    /// For an event, which an external result may bring.
    case event
    /// For tasks that run, until none can continue by itself.
    case rest
  }

  /// What has happened in a wait since its last second.
  package enum Progress: Sendable {
    /// Nothing that was waited for.
    case none
    /// The wait has begun only now.
    case new
    /// Something else delays the plan, so the second does not count.
    case delayed
  }

  private let clock: any Clock<Duration>
  private let restClock: any Clock<Duration>
  private let write: @Sendable (_ text: String) -> Void

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - clock: measures the waits for events.
  ///   - restClock: measures the waits for tasks that run; usually a fraction of a millisecond.
  package init(
    clock: any Clock<Duration> = ContinuousClock(),
    restClock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (_ text: String) -> Void
  ) {
    self.clock = clock
    self.restClock = restClock
    self.write = write
  }

  /// Begins to report, until the returned task is cancelled.
  ///
  /// A second in which the machine was too busy to go on with this does not count.
  ///
  /// - Parameters:
  ///   - limit: the time after which the wait is given up.
  ///   - takeProgress: returns what has happened since its last call.
  ///   - waitsFor: returns what the plan waits for.
  ///   - giveUp: gives up the wait.
  package func begin(
    _ wait: Wait,
    limit: Duration,
    _ takeProgress: @escaping @Sendable () -> Progress,
    waitsFor: @escaping @Sendable () -> [String],
    giveUp: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let clock = wait == .event ? clock : restClock
    return Task.detached { [write] in
      var waited = Duration.zero
      while waited < limit {
        let pause = min(.seconds(1), limit - waited)
        guard let lasted = try? await clock.measure({ try await clock.sleep(for: pause) }) else { return }
        let progress = takeProgress()
        if progress == .new { waited = .zero }
        // Where this task waited a second for its turn, those of the plan may have done so, too.
        guard progress != .delayed, lasted < pause + .seconds(1) else { continue }
        waited += pause
        guard waited < limit else { break }
        write(
          "statoscope: a live plan has waited \(waited.components.seconds) s of real time for:\n"
            + waitsFor().map { "  \($0)\n" }.joined()
        )
      }
      giveUp()
    }
  }
}
