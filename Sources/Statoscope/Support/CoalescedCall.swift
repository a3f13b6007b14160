import Foundation

/// A closure that runs one run at a time, once for all requests made before it starts.
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

  /// Schedules a run on another thread and returns immediately, whatever locks the caller holds.
  @Sendable func request() {
    if isFirstRequest() { DispatchQueue.global().async { self.runAll() } }
  }

  /// Runs the closure here, unless a run is in progress or scheduled: then another thread does.
  ///
  /// So does it for requests during the run, which may never end.
  func perform() {
    guard isFirstRequest(), begins() else { return }
    body()
    let isLast = state.withLock { state in
      state.isRunning = state.isPending
      return !state.isRunning
    }
    if !isLast { DispatchQueue.global().async { self.runAll() } }
  }

  private func runAll() {
    while begins() { body() }
  }

  private func isFirstRequest() -> Bool {
    state.withLock { state in
      defer { state.isPending = true }
      return !state.isPending && !state.isRunning
    }
  }

  /// Begins a run if one is requested.
  private func begins() -> Bool {
    state.withLock { state in
      state.isRunning = state.isPending
      state.isPending = false
      return state.isRunning
    }
  }
}
