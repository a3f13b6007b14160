import Foundation

/// Where the values of a storage are when nobody runs: one file, the user's defaults, the keychain.
///
/// It is only ever asked by one thread at a time, with no user code on the stack.
protocol StorageBackend: AnyObject, Sendable {
  /// How values are written down here.
  var format: StorageFormat { get }

  /// What this place is called in errors.
  var place: String { get }

  /// Whether others in this process may change something without a word, so that each read has to look.
  var isQuiet: Bool { get }

  /// Says whom to tell, on any thread, that somebody else may have changed something.
  func watch(_ onChange: @escaping @Sendable () -> Void)

  /// The values of some keys at least.
  ///
  /// - Returns: nil when nothing has changed since the last time, and the same keys or fewer are asked for.
  func contents(of keys: Set<String>) throws(StorageError) -> StoredContents?

  /// Makes changes on top of what is stored by then, all or none of them.
  func commit(_ edit: StorageCommit) throws(StorageError) -> StorageCommit.Outcome
}

extension StorageBackend {
  var isQuiet: Bool { false }
}

/// What is stored, key by key, as it is written down.
typealias StoredValues = [String: Data]

/// What a back end found.
struct StoredContents: Sendable {
  var values: StoredValues
  /// Why there is nothing, though something is stored.
  var damage: StorageError?
}

/// Changes to be made to what is stored.
struct StorageCommit: Sendable {
  /// The new values by their keys; nil removes.
  var changes: [String: Data?] = [:]
  /// What whoever made the changes had seen: nothing is changed if it is not so any more.
  var expected: [String: Data?] = [:]
  /// The types of the keys whose old values are of another type, and so are kept beside.
  var misfits: [String: String] = [:]

  /// How a commit ended.
  enum Outcome: Sendable {
    /// This is stored now; the old contents, where they were no good, are kept under a name.
    case committed(StoredValues, keptAs: String?)
    /// Nothing was changed, because this is stored, and something else was expected.
    case overtaken(StoredContents)
  }

  /// Whether the values are what whoever made the changes had seen.
  func isExpected(of values: StoredValues) -> Bool {
    expected.allSatisfy { values[$0.key] == $0.value }
  }
}

extension StoredValues {
  /// These values with changes on top.
  func applying(_ changes: [String: Data?]) -> StoredValues {
    changes.reduce(into: self) { values, change in values[change.key] = change.value }
  }
}

/// Keeps values for as long as the process runs.
final class MemoryBackend: StorageBackend {
  let format = StorageFormat.json
  let place = "memory"
  private let values = Locked<StoredValues>([:])

  func watch(_ onChange: @escaping @Sendable () -> Void) {}

  func contents(of keys: Set<String>) -> StoredContents? {
    StoredContents(values: values.withLock { $0 })
  }

  func commit(_ edit: StorageCommit) -> StorageCommit.Outcome {
    values.withLock { values in
      guard edit.isExpected(of: values) else { return .overtaken(StoredContents(values: values)) }
      values = values.applying(edit.changes)
      return .committed(values, keptAs: nil)
    }
  }
}
