import Foundation

/// A closure that runs soon on another thread, once for all requests made before it starts.
///
/// A request during a run leads to one more run, so the last one sees what each request was made for.
final class CoalescedCall: Sendable {
  private struct State: Sendable {
    /// Whether a run is to start that will see what happens now.
    var isPending = false
    var isRunning = false
  }

  private let body: @Sendable () -> Void
  private let state = Locked(State())

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Has the closure run, and returns at once, whatever locks the caller holds.
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
