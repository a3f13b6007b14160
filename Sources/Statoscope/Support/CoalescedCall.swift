import Foundation

/// A closure that runs soon on another thread, once for all requests made before it starts.
///
/// A request made during a run leads to one more run, so the last run sees every change that requests were
/// made for.
final class CoalescedCall: Sendable {
  private struct State: Sendable {
    /// Indicates whether a run is scheduled that has not started yet, and so sees the current state.
    var isPending = false
    var isRunning = false
  }

  private let body: @Sendable () -> Void
  private let state = Locked(State())

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Schedules a run and returns immediately, whatever locks the caller holds.
  @Sendable func request() {
    let isIdle = state.withLock { state in
      defer { state.isPending = true }
      return !state.isPending && !state.isRunning
    }
    if isIdle { DispatchQueue.global().async { self.runAll() } }
  }

  private func runAll() {
    while state.withLock({ state in
      state.isRunning = state.isPending
      state.isPending = false
      return state.isRunning
    }) {
      body()
    }
  }
}
