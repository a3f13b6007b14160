import Synchronization

/// A value protected by a lock, with a reference to share it.
package final class Locked<Value: Sendable>: Sendable {
  private let value: OrderedMutex<Value>

  package init(_ value: Value) { self.value = OrderedMutex(value) }

  /// Accesses the value while holding the lock.
  ///
  /// The body is the library's own code: nothing of the app's is called, compared, hashed or released in it.
  /// A value of the app that it removes is part of its result, so that the caller releases it; ``update(_:)``
  /// does that by itself.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock(body)
  }

  /// Changes the value, and releases what it no longer holds outside the lock, whatever the body does.
  ///
  /// The former value stays alive until the lock is free. The first change of a collection in it therefore
  /// copies the collection: use ``withLock(_:)`` for those that may be large.
  package func update(_ body: (inout Value) -> Void) {
    _ = withLock { value in
      defer { body(&value) }
      return value
    }
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

/// A `Mutex` that the thread sanitizer understands.
///
/// On Linux it does not know that type, and would report races where there are none; so each access orders itself by an
/// atomic, too.
struct OrderedMutex<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let order = Atomic<UInt8>(0)

  init(_ value: Value) { self.value = Mutex(value) }

  /// Accesses the value while holding the lock.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var result: Result?
    try value.withLock { value in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      result = try body(&value)
    }
    guard let result else { preconditionFailure("a body that does not throw has a result") }
    return result
  }
}
