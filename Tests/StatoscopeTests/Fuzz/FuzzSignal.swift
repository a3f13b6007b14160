import Statoscope
import Synchronization

/// Lets one task wait until a condition is worth another look; a wait ends when its test is cancelled, too.
final class FuzzSignal: Sendable {
  fileprivate struct State: Sendable {
    var isRaised = false
    var isCancelled = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Ends the wait of now, or the next one.
  func raise() { state.withLock { $0.raise() }?.resume() }

  /// Waits for ``raise()``.
  ///
  /// - Returns: false when the test was cancelled, because it hangs.
  func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.wait(continuation) }?.resume()
      }
    } onCancel: {
      state.withLock { state in
        state.isCancelled = true
        return state.raise()
      }?.resume()
    }
    return state.withLock { !$0.isCancelled }
  }
}

extension FuzzSignal.State {
  fileprivate mutating func raise() -> CheckedContinuation<Void, Never>? {
    isRaised = waiter == nil
    return waiter.take()
  }

  /// - Returns: the continuation, when there is nothing to wait for.
  fileprivate mutating func wait(_ continuation: CheckedContinuation<Void, Never>)
    -> CheckedContinuation<Void, Never>?
  {
    if isRaised || isCancelled {
      isRaised = false
      return continuation
    }
    waiter = continuation
    return nil
  }
}

/// Numbers that are never used again, from any thread.
final class FuzzNumbers: Sendable {
  private let last = Atomic(0)

  func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
