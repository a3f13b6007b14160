import Foundation

/// A value protected by a lock.
///
/// It is not a `Synchronization.Mutex`: on Linux the thread sanitizer does not understand that type, and
/// reports races where there are none.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Sound: `value` is accessed in `withLock` only, between `lock()` and `unlock()`.
  private var value: Value
  private let lock = NSLock()

  package init(_ value: Value) { self.value = value }

  /// Accesses the value while holding the lock.
  ///
  /// The body is the library's own code: no user code runs in it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Replaces the value, and returns the former one, which is released outside the lock.
  @discardableResult
  package func exchange(_ newValue: Value) -> Value {
    withLock { value in
      defer { value = newValue }
      return value
    }
  }
}
