import Foundation

/// A store across a network, such as a database server, in which a ``StateStorage`` makes its values persistent.
///
/// ```swift
/// let storage = StateStorage.remote(DatabaseBackend(url))
/// try await storage.load(["count", "name"])
/// let app = App().injectObject(storage)
/// ```
/// No thread waits for it. What a property shows is the last known value with the pending operations applied: they
/// are visible at once, and sent in the background. When another writer came first, the newest values are fetched, and
/// the operations are applied to them again.
///
/// A storage calls the methods from tasks of its own, several at a time where transactions are in progress. Each may
/// throw at any time, when the connection breaks for example; the storage calls it again later. `StorageBackendChecks`
/// in StatoscopeTesting checks that a back end conforms to the requirements on this page.
public protocol RemoteStorageBackend: Sendable {
  /// The name of the store in errors, without secrets.
  var place: String { get }

  /// The encoding of values; JSON by default.
  var format: StorageFormat { get }

  /// Returns the values of some keys at one moment; keys without a value are omitted.
  ///
  /// - Throws: an error when they cannot be read. If that is ``StorageError/damaged(key:place:copiedTo:reason:)``,
  ///   properties show their defaults; after any other error the call is repeated.
  func values(of keys: Set<String>) async throws -> [String: Data]

  /// Applies all changes of a commit or none, unless another writer came first.
  ///
  /// A commit whose answer was lost is sent again, also while the first attempt is still in progress. The back end
  /// stores the ``StorageCommit/id`` with the changes, for at least an hour, so that it makes each commit once, however
  /// often it is sent. Where an attempt can outlive its connection, it stores refusals, too: one that comes late must
  /// not be made after a refusal was answered.
  ///
  /// When this returns true, the changes outlive a crash of the store.
  ///
  /// - Returns: true when the changes are made, now or by an earlier call with the same id; false, with nothing
  ///   changed, when one of the expected values has changed.
  /// - Throws: an error when it is unknown whether they were made. The storage sends the commit again.
  func commit(_ commit: StorageCommit) async throws -> Bool

  /// Registers a closure to call, on any thread, when another writer may have changed something, and returns.
  ///
  /// It is called before values are read, and again only if it throws. The closure returns immediately. A back end
  /// that loses its connection registers again by itself, and then calls the closure with nil: it may have missed
  /// changes.
  ///
  /// - Parameter onChange: is called with the keys that have changed; with nil when they are not known.
  func observe(_ onChange: @escaping @Sendable (_ keys: Set<String>?) -> Void) async throws
}

extension RemoteStorageBackend {
  /// JSON.
  public var format: StorageFormat { .json }
}

/// Changes for a ``RemoteStorageBackend``, all or none of them, made once however often they are sent.
public struct StorageCommit: Sendable, Equatable, Identifiable {
  /// The identity of the commit, which stays the same when it is sent again.
  public let id: UUID

  /// The new values by their keys; nil removes a value.
  public let changes: [String: Data?]

  /// The values that the changes are based on; nil for none.
  ///
  /// It may name keys that do not change.
  public let expected: [String: Data?]

  /// Creates a commit.
  ///
  /// - Parameters:
  ///   - changes: the new values by their keys; nil removes a value.
  ///   - expected: the values that the changes are based on; nil for none.
  ///   - id: the identity of the commit, a new one unless given.
  public init(changes: [String: Data?], expected: [String: Data?], id: UUID = UUID()) {
    self.id = id
    self.changes = changes
    self.expected = expected
  }
}
