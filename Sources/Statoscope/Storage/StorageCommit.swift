import Foundation

/// Changes to be made to what is stored, all or none of them.
struct StorageCommit: Sendable {
  /// The new values by their keys; nil removes a value.
  var changes: [String: Data?] = [:]
  /// The values that the changes are based on: nothing is changed when one of them has changed.
  var expected: [String: Data?] = [:]
  /// The old values of the wrong type, which are preserved.
  var misfits: [String: StorageMisfit] = [:]
  /// The changes that were not saved before, and are part of this commit.
  var unsaved: [String: Data?] = [:]
  /// A Boolean value that indicates whether the changes depend on values that were read, so that no other
  /// process may write in between.
  var isUpdate = false

  /// The keys that are changed or expected.
  var keys: Set<String> { Set(changes.keys).union(expected.keys) }
}

/// A stored value of another type than the one that replaces it.
struct StorageMisfit: Sendable {
  let expectedType: String
  let raw: Data

  /// Returns the key under which other back ends preserve the value: one for each key and expected type.
  func copyKey(of key: String) -> String { "\(key).damaged-\(expectedType)" }
}
