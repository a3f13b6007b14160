import Foundation

/// The known contents of a storage, and the observers of changes, all protected by one lock.
struct StorageMemory: Sendable {
  /// The values of the keys that were looked up, including those that are not saved; nil for none.
  private(set) var values: [String: Data?] = [:]

  /// The number of known keys at which those without an observer are removed.
  private var mostKnown = StorageMemory.leastKnown
  private static let leastKnown = 1_024

  /// Changes that are in memory only, and the values they replace.
  private(set) var unsaved = StorageCommit()

  /// The reason why values may be missing although they are stored.
  private(set) var readError: StorageError?

  var isWriteScheduled = false

  /// The keys whose former keys have been looked at.
  var renamedKeys: Set<String> = []

  var notifier = StorageNotifier()

  private var decoded: [String: DecodedValue] = [:]

  /// The defaults of keys without a stored value: the first one shown.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  // MARK: Stored values

  func knows(_ keys: Set<String>) -> Bool { keys.allSatisfy { values[$0] != nil } }

  func values(of keys: Set<String>) -> [String: Data?] {
    keys.reduce(into: [:]) { found, key in
      if let value = values[key] { found[key] = .some(value) }
    }
  }

  /// Removes the keys without an observer and without an unsaved change: they are looked up on their next use.
  ///
  /// - Returns: decoded values of the user, to be released outside the lock.
  mutating func discardUnobserved() -> [DecodedValue] {
    var released: [DecodedValue] = []
    for key in values.keys where !notifier.isObserved(key) && unsaved.changes[key] == nil {
      values[key] = nil
      logged[key] = nil
      released += [decoded.removeValue(forKey: key), defaults.removeValue(forKey: key)].compactMap(\.self)
    }
    // Keeps the amortized cost of a call proportional to the look-ups since the last one.
    mostKnown = max(StorageMemory.leastKnown, 2 * values.count)
    return released
  }

  /// Stores values that were read from the back end.
  mutating func adopt(_ found: Result<StoredValues, StorageError>, of keys: Set<String>)
    -> StorageNotification
  {
    switch found {
    case .success(let found):
      readError = nil
      return replace(keys) { found[$0] }
    case .failure(let error):
      readError = error
      // Old values are better than none, unless the stored ones are lost.
      let known = values
      if case .damaged = error { return replace(keys) { _ in nil } }
      return replace(keys) { known[$0] ?? nil }
    }
  }

  /// Adds the unsaved changes to a commit.
  ///
  /// - Returns: nil when an expected value has changed in memory.
  func completed(_ edit: StorageCommit) -> StorageCommit? {
    guard !unsaved.changes.isEmpty else { return edit }
    var edit = edit
    edit.unsaved = unsaved.changes
    edit.changes = unsaved.changes.merging(edit.changes) { $1 }
    edit.misfits = unsaved.misfits.merging(edit.misfits) { first, _ in first }
    for (key, value) in unsaved.changes {
      // The back end does not know these values.
      guard let expected = edit.expected.removeValue(forKey: key) else { continue }
      guard expected == value else { return nil }
    }
    return edit
  }

  mutating func adopt(saved edit: StorageCommit) -> StorageNotification {
    for key in edit.changes.keys { logged[key] = nil }
    // A value set again in the meantime still has to be saved.
    for (key, value) in edit.unsaved where unsaved.changes[key] == .some(value) {
      unsaved.changes[key] = nil
      unsaved.misfits[key] = nil
    }
    readError = nil
    return replace(edit.changes.keys) { edit.changes[$0] ?? nil }
  }

  /// Returns true when the values that a commit is based on are those in memory.
  func matches(_ edit: StorageCommit) -> Bool {
    edit.expected.allSatisfy { (values[$0.key] ?? nil) == $0.value }
  }

  mutating func record(unsaved edit: StorageCommit) -> StorageNotification {
    unsaved.changes.merge(edit.changes) { $1 }
    unsaved.misfits.merge(edit.misfits) { first, _ in first }
    return replace(edit.changes.keys) { edit.changes[$0] ?? nil }
  }

  /// Replaces the values of some keys, except unsaved ones.
  private mutating func replace(
    _ keys: some Sequence<String>,
    by newValue: (_ key: String) -> Data?
  ) -> StorageNotification {
    let released = values.count > mostKnown ? discardUnobserved() : []
    var changed: [String] = []
    for key in keys {
      let (old, value) = (values[key], unsaved.changes[key] ?? newValue(key))
      guard old != .some(value) else { continue }
      values[key] = .some(value)
      if value != (old ?? nil) { changed.append(key) }
    }
    let observers = changed.isEmpty ? [] : notifier.observers(of: changed)
    for observer in observers { observer.enqueue() }
    return StorageNotification(observers: observers, released: released)
  }

  // MARK: Decoded values

  /// Returns what is known of a value that was decoded as a type, or encoded from it.
  func decoded<Value>(_ type: Value.Type, from raw: Data, forKey key: String) -> DecodedValue? {
    guard let known = decoded[key], known.raw == raw, known.type == ObjectIdentifier(type) else { return nil }
    return known
  }

  /// Stores a decoded value, or the type alone that a value was encoded from.
  ///
  /// - Returns: the former value, to be released outside the lock.
  mutating func recordDecoded<Value: Sendable>(
    _ value: Value?,
    as type: Value.Type,
    of raw: Data,
    forKey key: String
  ) -> DecodedValue? {
    // A key may have been removed from memory in the meantime.
    guard values[key] != nil, value != nil || decoded(type, from: raw, forKey: key) == nil else { return nil }
    return decoded.updateValue(
      DecodedValue(raw: raw, type: ObjectIdentifier(type), value: value),
      forKey: key
    )
  }

  /// Returns the default that was shown first, if it had the same type; stores the given one as such if there
  /// was none.
  ///
  /// The caller casts it, outside the lock.
  mutating func firstDefault<Value: Sendable>(_ value: Value, forKey key: String) -> DecodedValue? {
    if let known = defaults[key] { return known.type == ObjectIdentifier(Value.self) ? known : nil }
    if values[key] != nil {
      defaults[key] = DecodedValue(raw: Data(), type: ObjectIdentifier(Value.self), value: value)
    }
    return nil
  }

  /// Stores an error about a key.
  ///
  /// - Returns: true when it differs from the last error about the key.
  mutating func isNew(_ error: StorageError, forKey key: String) -> Bool {
    guard logged[key] != error else { return false }
    logged[key] = error
    return true
  }
}

/// An encoded value, its type, and the value itself once it was decoded.
struct DecodedValue: Sendable {
  let raw: Data
  let type: ObjectIdentifier
  let value: (any Sendable)?
}

/// The observers of a storage, by key.
///
/// A change of one key has no cost for the observers of others.
struct StorageNotifier: Sendable {
  private var observers: [String: [UInt64: any StorageObserver]] = [:]
  private var lastNumber: UInt64 = 0

  func isObserved(_ key: String) -> Bool { observers[key] != nil }

  /// Adds an observer of some keys.
  ///
  /// - Returns: the number with which to remove it.
  mutating func add(_ observer: any StorageObserver, of keys: Set<String>) -> UInt64 {
    lastNumber += 1
    for key in keys { observers[key, default: [:]][lastNumber] = observer }
    return lastNumber
  }

  /// Removes an observer.
  ///
  /// - Returns: the observer, to be released outside the lock: it may hold closures of the user.
  mutating func remove(_ number: UInt64, of keys: Set<String>) -> (any StorageObserver)? {
    var removed: (any StorageObserver)?
    for key in keys {
      if let observer = observers[key]?.removeValue(forKey: number) { removed = observer }
      if observers[key]?.isEmpty == true { observers[key] = nil }
    }
    return removed
  }

  /// Returns the observers of some keys, in the order in which they were added.
  func observers(of keys: some Sequence<String>) -> [any StorageObserver] {
    var concerned: [UInt64: any StorageObserver] = [:]
    for key in keys {
      guard let observers = observers[key] else { continue }
      if concerned.isEmpty { concerned = observers } else { concerned.merge(observers) { $1 } }
    }
    return concerned.sorted { $0.key < $1.key }.map(\.value)
  }
}
