import Foundation

/// A value that is touched under a lock only.
///
/// `Mutex` would say the same, but on Linux the thread sanitizer does not see it and reports races it prevents.
///
/// It is soundly `Sendable`: the value is `Sendable` itself, private, and read or written nowhere but in
/// `withLock`, between `lock` and `unlock` of the same lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Not to be called from within `body`: the lock is not recursive.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
