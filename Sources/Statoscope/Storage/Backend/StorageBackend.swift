import Foundation

/// A place where the values of a ``StateStorage`` outlive the process, such as a database.
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
/// A storage asks for one thing at a time, on any thread, while no code of its users runs. Others may use the same
/// place meanwhile: other storages, and other processes. `StorageBackendChecks` in StatoscopeTesting checks that a
/// back end keeps the promises of this page.
///
/// A back end that runs code of others on the same thread, as a database does that calls hooks, may be asked again by
/// that code before it has answered.
public protocol StorageBackend: Sendable {
  /// The name of the place in errors.
  var place: String { get }

  /// The encoding of values; JSON by default.
  var format: StorageFormat { get }

  /// A value of true when values may change without a call of the closure that ``observe(_:)`` was given.
  ///
  /// Then each access to a property looks them up. It is false by default.
  var changesSilently: Bool { get }

  /// The values of some keys at one moment; keys without a value are left out.
  ///
  /// - Throws: when they cannot be read. ``StorageError`` is passed on as it is: `damaged` shows the defaults in
  ///   place of what is there, and any other error shows what was read before.
  func values(of keys: Set<String>) throws -> [String: Data]

  /// Makes all of some changes or none, unless another writer came first.
  ///
  /// When this returns true, the changes outlive a crash of the process.
  ///
  /// - Parameters:
  ///   - changes: the new values by their keys; nil removes.
  ///   - expected: the values that the changes are based on; nil for none. It may name keys that do not change.
  /// - Returns: false, with nothing changed, when one of them is another by now.
  /// - Throws: when the changes cannot be made. Then nothing was changed, and they are tried again later.
  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) throws -> Bool

  /// Takes a closure to be called on any thread when another writer may have changed something.
  ///
  /// It is called once, before anything else, and does nothing unless a back end has it do something.
  ///
  /// The closure returns at once, and has the values looked up soon on another thread. So a back end may call it
  /// from within this method and from within ``commit(_:expecting:)``, and while it holds locks of its own, as the
  /// hooks of a database do. Only ``values(of:)`` must not call it each time: each call leads to another.
  func observe(_ onChange: @escaping @Sendable () -> Void)
}

extension StorageBackend {
  /// JSON.
  public var format: StorageFormat { .json }

  /// No.
  public var changesSilently: Bool { false }

  /// Does nothing.
  public func observe(_ onChange: @escaping @Sendable () -> Void) {}
}

/// A back end that keeps what it replaces by a value of another type, in a way of its own.
///
/// For others, the storage writes that under the key with `.damaged-` and the expected type behind it.
protocol KeepingBackend: StorageBackend {
  /// Makes changes as ``StorageBackend/commit(_:expecting:)`` does.
  ///
  /// - Parameter misfits: the types of the keys whose old values are of another type, and so are kept beside.
  func commit(
    _ changes: [String: Data?],
    expecting expected: [String: Data?],
    misfits: [String: String]
  ) throws -> KeepingOutcome
}

/// The end of a commit of a ``KeepingBackend``.
enum KeepingOutcome: Sendable {
  /// The changes are stored, and what could not be used is kept under a name.
  case committed(keptAs: String?)
  /// Another writer came first.
  case overtaken
}

/// Encoded values by their keys.
typealias StoredValues = [String: Data]

extension StoredValues {
  /// These values with changes on top.
  func applying(_ changes: [String: Data?]) -> StoredValues {
    changes.reduce(into: self) { values, change in values[change.key] = change.value }
  }

  /// Returns true when these are the values that changes were based on.
  func match(_ expected: [String: Data?]) -> Bool {
    expected.allSatisfy { self[$0.key] == $0.value }
  }
}
