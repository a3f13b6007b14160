import Foundation

/// The deferred writes of all storages that have not ended, for which the system is asked not to suspend the app.
///
/// One request serves them all, so that one thread waits, however many storages there are.
package final class SuspensionDelay: Sendable {
  /// Asks the system for time.
  ///
  /// It calls the closure on a thread of its own, and suspends the app only after the closure has returned; or else calls
  /// it once more, with true, when there is no more time.
  package typealias Request = @Sendable (_ use: @escaping @Sendable (_ isOver: Bool) -> Void) -> Void

  private struct State: Sendable {
    var writes: [UInt64: @Sendable () -> Void] = [:]
    var lastNumber: UInt64 = 0
    /// Is signaled when no write is left.
    var end = DispatchSemaphore(value: 0)
  }

  private let request: Request?
  private let state = Locked(State())

  /// - Parameter request: nil on platforms that suspend no app.
  package init(_ request: Request?) {
    self.request = request
  }

  /// Returns a write that the app is not suspended before, and that is made early when there is no more time.
  ///
  /// - Parameter write: does nothing when there is nothing to write any more.
  package func holding(_ write: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let request else { return write }
    let (number, end) = state.withLock { state -> (UInt64, DispatchSemaphore?) in
      state.lastNumber += 1
      let isFirst = state.writes.isEmpty
      if isFirst { state.end = DispatchSemaphore(value: 0) }
      state.writes[state.lastNumber] = write
      return (state.lastNumber, isFirst ? state.end : nil)
    }
    if let end { request { [self] isOver in if isOver { writeAll() } else { end.wait() } } }
    return { [self] in
      write()
      finish(number)
    }
  }

  private func writeAll() {
    for (number, write) in state.withLock({ $0.writes }) {
      write()
      finish(number)
    }
  }

  private func finish(_ number: UInt64) {
    // The write is released outside the lock.
    let (write, end) = state.withLock { state in
      (state.writes.removeValue(forKey: number), state.writes.isEmpty ? state.end : nil)
    }
    if write != nil { end?.signal() }
  }
}
