import Foundation

/// A value that threads take turns with.
///
/// Not `Synchronization.Mutex`: on Linux the thread sanitizer cannot see that one's turns, and reports races where
/// there are none.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Sound: `value` is touched in `withLock` only, between `lock()` and `unlock()`.
  private var value: Value
  private let lock = NSLock()

  package init(_ value: Value) { self.value = value }

  /// Takes a turn.
  ///
  /// The body is this library's own: no user code runs in it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
