import Foundation

/// Changes to be made to what is stored, all or none of them.
struct StorageCommit: Sendable {
  /// The new values by their keys; nil removes.
  var changes: [String: Data?] = [:]
  /// The values that the changes are based on: nothing is changed when one is another by now.
  var expected: [String: Data?] = [:]
  /// The old values of the wrong type, which are kept beside.
  var misfits: [String: StorageMisfit] = [:]
  /// The changes that were not saved before, and are part of this one.
  var unsaved: [String: Data?] = [:]
  /// A value of true when the changes depend on values that were read, so that no other process may come in between.
  var isUpdate = false
}

/// A stored value of another type than the one that replaces it.
struct StorageMisfit: Sendable {
  let expectedType: String
  let raw: Data

  /// The key under which back ends without a way of their own keep it: one for each key and expected type.
  func copyKey(of key: String) -> String { "\(key).damaged-\(expectedType)" }
}
