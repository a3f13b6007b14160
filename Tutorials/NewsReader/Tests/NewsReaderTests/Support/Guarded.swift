import Foundation

/// A value that is touched under a lock only.
///
/// Not a `Mutex`, for on Linux the thread sanitizer does not see that one and reports races it prevents.
///
/// It is soundly `Sendable`: the value is `Sendable` itself, and reached in `withLock` only.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
