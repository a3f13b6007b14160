import Foundation

/// A store in which a ``StateStorage`` makes its values persistent, such as a database.
///
/// ```swift
/// final class TableBackend: StorageBackend {
///   let place = "the table"
///   private let rows = Mutex<[String: Data]>([:])
///
///   func values(of keys: Set<String>) -> [String: Data] {
///     rows.withLock { rows in rows.filter { keys.contains($0.key) } }
///   }
///
///   func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
///     rows.withLock { rows in
///       guard expected.allSatisfy({ rows[$0.key] == $0.value }) else { return false }
///       for (key, value) in changes { rows[key] = value }
///       return true
///     }
///   }
/// }
/// let storage = StateStorage.custom(TableBackend())
/// ```
/// A storage calls one method at a time, on any thread, while no code of its users runs. Others may use the
/// same store in the meantime: other storages, and other processes. `StorageBackendChecks` in
/// StatoscopeTesting checks that a back end conforms to the requirements on this page.
///
/// A back end that runs code of others on the same thread, such as a database with hooks, may be called again
/// by that code before it has returned.
public protocol StorageBackend: Sendable {
  /// The name of the store in errors.
  var place: String { get }

  /// The encoding of values; JSON by default.
  var format: StorageFormat { get }

  /// A Boolean value that indicates whether values may change without a call of the closure passed to
  /// ``observe(_:)``.
  ///
  /// If it is true, each access to a property looks up the value. It is false by default.
  var changesSilently: Bool { get }

  /// Returns the values of some keys at one moment; keys without a value are omitted.
  ///
  /// - Throws: an error when they cannot be read. A ``StorageError`` is reported unchanged: `damaged` makes
  ///   properties show their defaults, and any other error makes them show the last known values.
  func values(of keys: Set<String>) throws -> [String: Data]

  /// Applies all of some changes or none, unless another writer came first.
  ///
  /// When this returns true, the changes outlive a crash of the process.
  ///
  /// - Parameters:
  ///   - changes: the new values by their keys; nil removes a value.
  ///   - expected: the values that the changes are based on; nil for none. It may name keys that do not
  ///     change.
  /// - Returns: false, with nothing changed, when one of the expected values has changed.
  /// - Throws: an error when the changes cannot be made. Nothing must have been changed then, and the storage
  ///   tries again later.
  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool

  /// Registers a closure to call, on any thread, when another writer may have changed something.
  ///
  /// It is called once, before anything else. The default implementation does nothing.
  ///
  /// The closure returns immediately, and the values are looked up soon on another thread. A back end may
  /// therefore call it from within this method and from within ``commit(_:expecting:)``, and while it holds
  /// locks of its own, as the hooks of a database do. Only ``values(of:)`` must not call it every time,
  /// because each call leads to another.
  func observe(_ onChange: @escaping @Sendable () -> Void)
}

extension StorageBackend {
  /// JSON.
  public var format: StorageFormat { .json }

  /// False.
  public var changesSilently: Bool { false }

  /// Does nothing.
  public func observe(_ onChange: @escaping @Sendable () -> Void) {}
}

/// Encoded values by their keys.
typealias StoredValues = [String: Data]

extension StoredValues {
  /// Returns true when these are the values that changes were based on.
  func match(_ expected: [String: Data?]) -> Bool {
    expected.allSatisfy { self[$0.key] == $0.value }
  }
}

/// A back end that keeps values until the process exits.
package final class MemoryBackend: StorageBackend {
  package let place = "memory"
  private let stored = Locked<StoredValues>([:])

  package init() {}

  package func values(of keys: Set<String>) -> [String: Data] {
    stored.withLock { stored in
      keys.reduce(into: [:]) { values, key in values[key] = stored[key] }
    }
  }

  package func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
    stored.withLock { stored in
      guard stored.match(expected) else { return false }
      for (key, value) in changes { stored[key] = value }
      return true
    }
  }
}
