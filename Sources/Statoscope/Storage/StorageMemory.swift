import Foundation

/// The known contents of a storage, and the observers of changes, all protected by one lock.
struct StorageMemory: Sendable {
  /// The known values, including those that are not saved.
  private(set) var values: StoredValues = [:]

  /// The keys that were looked up, with or without a value.
  private(set) var knownKeys: Set<String> = []

  /// The known keys without an observer: they can be removed, because they are looked up on their next use.
  private var unobserved: Set<String> = []

  /// The number of such keys at which they are removed.
  private var mostUnobserved = StorageMemory.leastUnobserved
  private static let leastUnobserved = 1_000

  /// Changes that are in memory only, and the values they replace.
  private(set) var unsaved = StorageCommit()

  /// The reason why values may be missing although they are stored.
  private(set) var trouble: StorageError?

  /// A Boolean value that indicates whether a background write is scheduled.
  var isWriteScheduled = false

  private(set) var notifier = StorageNotifier()

  /// The last decoded values.
  private var decoded: [String: DecodedValue] = [:]

  /// The defaults of keys without a stored value: the first one shown.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  // MARK: Observers

  /// Adds an observer of some keys, which stay in memory from now on.
  ///
  /// - Returns: the number with which to remove it.
  mutating func add(_ observer: any StorageObserver, of keys: Set<String>) -> UInt64 {
    unobserved.subtract(keys)
    return notifier.add(observer, of: keys)
  }

  /// Removes an observer.
  mutating func removeObserver(_ number: UInt64, of keys: Set<String>) {
    notifier.remove(number, of: keys)
    for key in keys where knownKeys.contains(key) && !notifier.isObserved(key) { unobserved.insert(key) }
  }

  /// Returns the object that tracks reads of a key.
  mutating func tracker(of key: String) -> TrackedKey { notifier.tracker(of: key) }

  // MARK: Stored values

  /// Returns the known value of a key; nil when the key is not known.
  func known(_ key: String) -> Data?? {
    knownKeys.contains(key) ? .some(values[key]) : nil
  }

  /// Returns all values, if some keys are known.
  func values(knowing keys: Set<String>) -> StoredValues? {
    keys.isSubset(of: knownKeys) ? values : nil
  }

  /// Removes the keys without an observer and without an unsaved change.
  ///
  /// - Returns: decoded values of the user, to be released outside the lock.
  mutating func forgetUnobserved() -> [any Sendable] {
    let forgotten = unobserved.filter { unsaved.changes[$0] == nil }
    unobserved.subtract(forgotten)
    knownKeys.subtract(forgotten)
    // Keeps the amortized cost of a call proportional to the look-ups since the last one.
    mostUnobserved = max(StorageMemory.leastUnobserved, 2 * unobserved.count)
    var released: [any Sendable] = []
    for key in forgotten {
      values[key] = nil
      logged[key] = nil
      if let old = decoded.removeValue(forKey: key) { released.append(old) }
      if let old = defaults.removeValue(forKey: key) { released.append(old) }
    }
    return released
  }

  /// Marks keys as looked up.
  private mutating func know(_ keys: some Sequence<String>) -> [any Sendable] {
    let released = unobserved.count > mostUnobserved ? forgetUnobserved() : []
    for key in keys where knownKeys.insert(key).inserted && !notifier.isObserved(key) {
      unobserved.insert(key)
    }
    return released
  }

  /// Stores the answer of the back end.
  mutating func adopt(_ found: Result<StoredValues, StorageError>, of keys: Set<String>) -> StorageNotice {
    switch found {
    case .success(let values):
      trouble = nil
      return replace(keys, by: values)
    case .failure(let error):
      trouble = error
      // Old values are better than none, unless the stored ones are lost.
      guard case .damaged = error else { return StorageNotice(released: know(keys)) }
      return replace(keys, by: [:])
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

  /// Stores changes that have been saved.
  mutating func adopt(saved edit: StorageCommit) -> StorageNotice {
    for key in edit.changes.keys { logged[key] = nil }
    // A value set again in the meantime still has to be saved.
    for (key, value) in edit.unsaved where unsaved.changes[key] == .some(value) {
      unsaved.changes[key] = nil
      unsaved.misfits[key] = nil
    }
    trouble = nil
    return replace(edit.changes.keys, by: edit.changes.compactMapValues { $0 })
  }

  /// Stores changes that have not been saved.
  ///
  /// - Returns: nil when an expected value has changed.
  mutating func keep(unsaved edit: StorageCommit) -> StorageNotice? {
    guard edit.expected.allSatisfy({ values[$0.key] == $0.value }) else { return nil }
    return keep(anyway: edit)
  }

  /// Stores changes that could not be saved, regardless of the current values.
  mutating func keep(anyway edit: StorageCommit) -> StorageNotice {
    unsaved.changes.merge(edit.changes) { $1 }
    unsaved.misfits.merge(edit.misfits) { first, _ in first }
    return replace(edit.changes.keys, by: edit.changes.compactMapValues { $0 })
  }

  /// Replaces the values of some keys.
  private mutating func replace(_ keys: some Sequence<String>, by newValues: StoredValues) -> StorageNotice {
    let released = know(keys)
    var changed: [String] = []
    for key in keys {
      let value: Data?
      if let waiting = unsaved.changes[key] { value = waiting } else { value = newValues[key] }
      guard values[key] != value else { continue }
      values[key] = value
      changed.append(key)
    }
    var notice = changed.isEmpty ? StorageNotice() : notifier.note(changed.sorted(), values: values)
    notice.released = released
    return notice
  }

  // MARK: Decoded values

  func decodedValue<Value: Sendable>(_ type: Value.Type, of raw: Data, forKey key: String) -> Value? {
    guard let known = decoded[key], known.raw == raw, known.type == ObjectIdentifier(type) else { return nil }
    guard let value = known.value else { return nil }
    return value as? Value
  }

  /// Returns true when a value is known to have a type, because it was decoded as that type or encoded from
  /// it.
  func isValue<Value>(_ raw: Data, of type: Value.Type, forKey key: String) -> Bool {
    decoded[key].map { $0.type == ObjectIdentifier(type) && $0.raw == raw } ?? false
  }

  /// Stores the type that a value was encoded from.
  ///
  /// - Returns: the previously decoded value, to be released outside the lock.
  mutating func noteEncoded<Value>(_ raw: Data, from type: Value.Type, forKey key: String)
    -> (any Sendable)?
  {
    guard knownKeys.contains(key), !isValue(raw, of: type, forKey: key) else { return nil }
    let noted = DecodedValue(raw: raw, type: ObjectIdentifier(type), value: nil)
    return decoded.updateValue(noted, forKey: key)
  }

  /// Stores a decoded value, unless its key has been removed from memory.
  ///
  /// - Returns: the former value, to be released outside the lock.
  mutating func noteDecoded<Value: Sendable>(_ value: Value, of raw: Data, forKey key: String)
    -> (any Sendable)?
  {
    guard knownKeys.contains(key) else { return nil }
    return decoded.updateValue(
      DecodedValue(raw: raw, type: ObjectIdentifier(Value.self), value: value),
      forKey: key
    )
  }

  /// Returns the default that was shown first, if it had the same type; else the given one.
  mutating func firstDefault<Value: Sendable>(_ value: Value, forKey key: String) -> Value {
    if let known = defaults[key], known.type == ObjectIdentifier(Value.self) {
      return known.value.flatMap { $0 as? Value } ?? value
    }
    if defaults[key] == nil, knownKeys.contains(key) {
      defaults[key] = DecodedValue(raw: Data(), type: ObjectIdentifier(Value.self), value: value)
    }
    return value
  }

  /// Stores an error about a key.
  ///
  /// - Returns: true when it differs from the last error about the key.
  mutating func isNews(_ error: StorageError, forKey key: String) -> Bool {
    guard logged[key] != error else { return false }
    logged[key] = error
    return true
  }
}

/// An encoded value, its type, and the value itself once it was decoded.
private struct DecodedValue: Sendable {
  let raw: Data
  let type: ObjectIdentifier
  let value: (any Sendable)?
}
