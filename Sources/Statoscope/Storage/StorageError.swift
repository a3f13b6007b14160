import Foundation

/// An error of reading or storing a value.
///
/// Each text names the key, the store and the remedy. A write that could not be stored stays in memory, and is
/// repeated with the next one. An update that has read the values it changes is discarded: otherwise
/// results derived from old values would replace those that others write in the meantime.
public enum StorageError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The value cannot be encoded, or not so that it could be read again, such as an infinite number or one that
  /// nests more than 500 levels deep; the old one stays.
  case notEncodable(key: String, type: String, reason: String)
  /// The stored value of the key has another type; it is preserved before it is replaced.
  case wrongType(key: String, type: String, place: String, reason: String)
  /// The contents are damaged, so every key has its default.
  ///
  /// The name of the copy of the old contents is nil when they could not be copied: then nothing replaces
  /// them.
  case damaged(key: String?, place: String, copiedTo: String?, reason: String)
  /// The contents cannot be read at all.
  case unreadable(key: String?, place: String, reason: String)
  /// The values of a write are in memory only; those of an update that has read values are discarded.
  case notSaved(keys: [String], place: String, reason: String)
  /// Another process has prevented the write for some seconds.
  ///
  /// The values are in memory only, or discarded, as for ``notSaved(keys:place:reason:)``.
  case locked(keys: [String], place: String, lock: String)
  /// A step of a migration failed, so nothing is read or written; the stored values are as they were before it.
  case notMigrated(to: Int, place: String, reason: String)
  /// Others changed the values that an update had read, at every attempt.
  case overtaken(keys: [String], place: String)
  /// The values are in a remote store, and were not loaded before they were used.
  case notLoaded(keys: [String], place: String)
  /// Operations wait for a remote store, which does not answer; they are sent again.
  case notSent(keys: [String], place: String, reason: String)
  /// An update of a remote store was refused, because too many wait, the oldest of them since a date.
  case tooManyUpdates(key: String, place: String, limit: Int, since: Date)
  /// An update has read values of a remote store, where only a transaction can do that.
  case needsTransaction(keys: [String], place: String)
  /// The key belongs to the library, so nothing was changed.
  case reservedKey(String)
  /// A transaction was cancelled before a remote store had answered, so it is not known whether it was made.
  case unanswered(keys: [String], place: String, reason: String)

  /// A text that names what happened, the store and the remedy.
  public var description: String {
    switch self {
    case .notEncodable(let key, let type, let reason):
      "the \(type) for \"\(key)\" cannot be encoded, so the old value stays: \(reason)"
    case .wrongType(let key, let type, let place, let reason):
      """
      the value of "\(key)" in \(place) is not of type \(type), so the default is used: \(reason). Correct the stored value, \
      or write another one, which preserves the old value under another name.
      """
    case .damaged(let key, let place, let copiedTo?, let reason):
      """
      \(place) is damaged\(StorageError.consequence(key)): \(reason). A copy is stored as \(copiedTo): repair the \
      copy and move it back, or continue with the defaults.
      """
    case .damaged(let key, let place, nil, let reason):
      """
      \(place) is damaged\(StorageError.consequence(key)): \(reason). It could not be copied, so it is not \
      replaced either: free space on its disk, or move it to another folder.
      """
    case .unreadable(let key, let place, let reason):
      "\(place) cannot be read\(StorageError.consequence(key)): \(reason)"
    case .notSaved(let keys, let place, let reason):
      "\(StorageError.list(keys)) not saved in \(place): \(reason). \(StorageError.consequenceOfFailure)"
    case .locked(let keys, let place, let lock):
      """
      \(StorageError.list(keys)) not saved in \(place): another process has locked \(lock) for longer than this one \
      waits. Find that process with "lsof \(lock)", and end it if it hangs. \(StorageError.consequenceOfFailure)
      """
    case .notMigrated(let version, let place, let reason):
      """
      the values in \(place) were not brought to version \(version), so none is read or written: \(reason). They are as they \
      were. Correct the migration, or install the version of the app that has written them.
      """
    case .overtaken(let keys, let place):
      """
      an update of \(place) was given up: \(StorageError.names(keys)) changed during each of \
      its attempts. The closure of an update must write with its argument, not to the storage itself.
      """
    case .notLoaded(let keys, let place):
      """
      \(StorageError.list(keys)) not loaded from \(place): until the value is there, properties show their defaults and cannot be set. Call \
      "try await storage.load([\(StorageError.names(keys))])" before a tree uses it.
      """
    case .notSent(let keys, let place, let reason):
      """
      \(StorageError.list(keys)) not sent to \(place) yet: \(reason). What was set stays in memory, and is sent again \
      by itself.
      """
    case .tooManyUpdates(let key, let place, let limit, let since):
      """
      the update of "\(key)" was refused: \(limit) updates wait for \(place), the oldest since \(since). Show that the \
      store is away, as "storage.connection" reports it, and repeat the update later.
      """
    case .needsTransaction(let keys, let place):
      """
      the update has read \(StorageError.names(keys)), which others may change in \(place) meanwhile. Use \
      "try await storage.transaction { … }", or "$property.update { … }" for one value.
      """
    case .reservedKey(let key): Misuse.reservedKey(key).description
    case .unanswered(let keys, let place, let reason):
      """
      the transaction of \(StorageError.names(keys)) was cancelled before \(place) had answered, so it may have been \
      made: \(reason). Load the values to find out.
      """
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// Indicates whether the contents are damaged, so that what replaces them is right.
  var isDamage: Bool { if case .damaged = self { true } else { false } }

  /// Returns the same error for one of its keys.
  func naming(_ key: String) -> StorageError {
    switch self {
    case .damaged(nil, let place, let copiedTo, let reason):
      .damaged(key: key, place: place, copiedTo: copiedTo, reason: reason)
    case .unreadable(nil, let place, let reason): .unreadable(key: key, place: place, reason: reason)
    default: self
    }
  }

  private static let consequenceOfFailure =
    "A value that was set stays in memory until the next write; an update changed nothing, so repeat it."

  private static func consequence(_ key: String?) -> String {
    key.map { ", so \"\($0)\" has its default" } ?? ""
  }

  private static func list(_ keys: [String]) -> String {
    names(keys) + (keys.count == 1 ? " was" : " were")
  }

  private static func names(_ keys: [String]) -> String {
    keys.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
