import Foundation

/// A value protected by a lock.
///
/// `Mutex` would do the same, but on Linux the thread sanitizer does not understand it and reports races.
///
/// It is soundly `Sendable`: the value is `Sendable` itself, private, and accessed only in `withLock`,
/// between `lock` and `unlock` of the same lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Must not be called from within `body`: the lock is not recursive.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
