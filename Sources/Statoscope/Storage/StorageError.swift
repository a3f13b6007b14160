import Foundation

/// The reason why a value could not be read or stored.
///
/// Each text names the key, the place and what to do. A write that could not be stored stays in memory, and is tried
/// again with the next one. An update that has read what it changes is not kept: it would replace what others write
/// meanwhile by what it made of older values.
public enum StorageError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The value cannot be encoded, such as an infinite number; the old one stays.
  case notEncodable(key: String, type: String, reason: String)
  /// The stored value of the key is of another type; it is kept beside before anything replaces it.
  case wrongType(key: String, type: String, place: String, reason: String)
  /// The contents are damaged, so every key has its default.
  ///
  /// The name that the old contents are kept under is nil when they could not be kept: then nothing replaces them.
  case damaged(key: String?, place: String, keptAs: String?, reason: String)
  /// The contents cannot be read at all.
  case unreadable(key: String?, place: String, reason: String)
  /// The values of a write are in memory only; those of an update that has read are nowhere.
  case notSaved(keys: [String], place: String, reason: String)
  /// Another process has not let this one write for some seconds.
  ///
  /// The values are in memory only, or nowhere, as those of ``notSaved(keys:place:reason:)`` are.
  case locked(keys: [String], place: String, lock: String)
  /// Others changed what an update had read, each time it was tried.
  case overtaken(keys: [String], place: String)

  /// A text with the event, the place and the remedy.
  public var description: String {
    switch self {
    case .notEncodable(let key, let type, let reason):
      "the \(type) for \"\(key)\" cannot be encoded, so the old value stays: \(reason)"
    case .wrongType(let key, let type, let place, let reason):
      """
      "\(key)" in \(place) is no \(type), so the default is used: \(reason). Correct it there, or write another \
      value: the old one is kept beside.
      """
    case .damaged(let key, let place, let keptAs?, let reason):
      """
      \(place) is damaged\(StorageError.consequence(key)): \(reason). It is kept as \(keptAs); repair that and \
      move it back, or go on with the defaults.
      """
    case .damaged(let key, let place, nil, let reason):
      """
      \(place) is damaged\(StorageError.consequence(key)): \(reason). It could not be kept beside, so nothing \
      replaces it: make room in its folder, or move it away.
      """
    case .unreadable(let key, let place, let reason):
      "\(place) cannot be read\(StorageError.consequence(key)): \(reason)"
    case .notSaved(let keys, let place, let reason):
      "\(StorageError.list(keys)) not saved in \(place): \(reason). \(StorageError.consequenceOfFailure)"
    case .locked(let keys, let place, let lock):
      """
      \(StorageError.list(keys)) not saved in \(place): another process has kept \(lock) locked all the time that \
      this one waited. Find it with "lsof \(lock)", and end it if it hangs. \(StorageError.consequenceOfFailure)
      """
    case .overtaken(let keys, let place):
      """
      an update of \(place) was given up: \(keys.map { "\"\($0)\"" }.joined(separator: ", ")) changed each time \
      while it ran. Do not write to the same storage from inside of update; use what it is given.
      """
    }
  }

  /// The same as the description.
  public var errorDescription: String? { description }

  /// The same error, for one key of those that it concerns.
  func naming(_ key: String) -> StorageError {
    switch self {
    case .damaged(nil, let place, let keptAs, let reason):
      .damaged(key: key, place: place, keptAs: keptAs, reason: reason)
    case .unreadable(nil, let place, let reason): .unreadable(key: key, place: place, reason: reason)
    default: self
    }
  }

  private static let consequenceOfFailure =
    "What was set is kept in memory until the next write; an update changed nothing, so make it again."

  private static func consequence(_ key: String?) -> String {
    key.map { ", so \"\($0)\" has its default" } ?? ""
  }

  private static func list(_ keys: [String]) -> String {
    keys.map { "\"\($0)\"" }.joined(separator: ", ") + (keys.count == 1 ? " was" : " were")
  }
}
