import Foundation

/// The contents of a storage as far as they are known, and the observers of changes; all of it behind one lock.
struct StorageMemory: Sendable {
  /// The known values, with those that are not saved on top.
  private(set) var values: StoredValues = [:]

  /// The keys that were looked up, with or without a value.
  private(set) var knownKeys: Set<String> = []

  /// The known keys without an observer: they can be forgotten, for they are looked up when they are used again.
  private var unobserved: Set<String> = []

  /// The number of them from which on they are forgotten.
  private var mostUnobserved = StorageMemory.leastUnobserved
  private static let leastUnobserved = 1_000

  /// Changes that are in memory only, and what they replace.
  private(set) var unsaved = StorageCommit()

  /// The reason why there may be nothing, though something is stored.
  private(set) var trouble: StorageError?

  /// A value of true while a write in the background is to come.
  var isWriteScheduled = false

  private(set) var notifier = StorageNotifier()

  /// Values as they were decoded last.
  private var decoded: [String: DecodedValue] = [:]

  /// The values that keys show while nothing is stored: the defaults that were shown first.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  // MARK: Observers

  /// Adds an observer of some keys, which are not forgotten from now on.
  ///
  /// - Returns: the number to remove it by.
  mutating func add(_ observer: any StorageObserver, of keys: Set<String>) -> UInt64 {
    unobserved.subtract(keys)
    return notifier.add(observer, of: keys)
  }

  /// Removes an observer.
  mutating func removeObserver(_ number: UInt64, of keys: Set<String>) {
    notifier.remove(number, of: keys)
    for key in keys where knownKeys.contains(key) && !notifier.isObserved(key) { unobserved.insert(key) }
  }

  /// The object that reads of a key are tracked on.
  mutating func tracker(of key: String) -> TrackedKey { notifier.tracker(of: key) }

  // MARK: Stored values

  /// The value of a key as far as it is known; nil when the key is not known.
  func known(_ key: String) -> Data?? {
    knownKeys.contains(key) ? .some(values[key]) : nil
  }

  /// All values, if some keys are known.
  func values(knowing keys: Set<String>) -> StoredValues? {
    keys.isSubset(of: knownKeys) ? values : nil
  }

  /// Forgets the keys that have no observer, and no change to be saved.
  ///
  /// - Returns: values of the user's that were decoded, to be released outside the lock.
  mutating func forgetUnobserved() -> [any Sendable] {
    let forgotten = unobserved.filter { unsaved.changes[$0] == nil }
    unobserved.subtract(forgotten)
    knownKeys.subtract(forgotten)
    // So that a call costs no more than the look-ups since the last one.
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

  /// Notes that keys were looked up.
  private mutating func know(_ keys: some Sequence<String>) -> [any Sendable] {
    let released = unobserved.count > mostUnobserved ? forgetUnobserved() : []
    for key in keys where knownKeys.insert(key).inserted && !notifier.isObserved(key) {
      unobserved.insert(key)
    }
    return released
  }

  /// Takes over what the back end found.
  mutating func adopt(_ found: Result<StoredValues, StorageError>, of keys: Set<String>) -> StorageNotice {
    switch found {
    case .success(let values):
      trouble = nil
      return replace(keys, by: values)
    case .failure(let error):
      trouble = error
      // What was read before is better than nothing, unless it is there no more.
      guard case .damaged = error else { return StorageNotice(released: know(keys)) }
      return replace(keys, by: [:])
    }
  }

  /// Adds the changes that are not saved.
  ///
  /// - Returns: nil when what was expected is another by now, in memory.
  func completed(_ edit: StorageCommit) -> StorageCommit? {
    guard !unsaved.changes.isEmpty else { return edit }
    var edit = edit
    edit.unsaved = unsaved.changes
    edit.changes = unsaved.changes.merging(edit.changes) { $1 }
    edit.misfits = unsaved.misfits.merging(edit.misfits) { first, _ in first }
    for (key, value) in unsaved.changes {
      // The back end knows nothing of these.
      guard let expected = edit.expected.removeValue(forKey: key) else { continue }
      guard expected == value else { return nil }
    }
    return edit
  }

  /// Takes over changes that are stored now.
  mutating func adopt(saved edit: StorageCommit) -> StorageNotice {
    for key in edit.changes.keys { logged[key] = nil }
    // What was set once more meanwhile is still to be saved.
    for (key, value) in edit.unsaved where unsaved.changes[key] == .some(value) {
      unsaved.changes[key] = nil
      unsaved.misfits[key] = nil
    }
    trouble = nil
    return replace(edit.changes.keys, by: edit.changes.compactMapValues { $0 })
  }

  /// Keeps changes that are not saved.
  ///
  /// - Returns: nil when what was expected is another by now.
  mutating func keep(unsaved edit: StorageCommit) -> StorageNotice? {
    guard edit.expected.allSatisfy({ values[$0.key] == $0.value }) else { return nil }
    return keep(anyway: edit)
  }

  /// Keeps changes that could not be saved, whatever there is.
  mutating func keep(anyway edit: StorageCommit) -> StorageNotice {
    unsaved.changes.merge(edit.changes) { $1 }
    unsaved.misfits.merge(edit.misfits) { first, _ in first }
    return replace(edit.changes.keys, by: edit.changes.compactMapValues { $0 })
  }

  /// Takes over the values of some keys.
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

  /// Returns true when a value is known to be of a type, because it was decoded as that or encoded from it.
  func isValue<Value>(_ raw: Data, of type: Value.Type, forKey key: String) -> Bool {
    decoded[key].map { $0.type == ObjectIdentifier(type) && $0.raw == raw } ?? false
  }

  /// Notes the type that a value was encoded from.
  ///
  /// - Returns: the value that was decoded before, to be released outside the lock.
  mutating func noteEncoded<Value>(_ raw: Data, from type: Value.Type, forKey key: String)
    -> (any Sendable)?
  {
    guard knownKeys.contains(key), !isValue(raw, of: type, forKey: key) else { return nil }
    let noted = DecodedValue(raw: raw, type: ObjectIdentifier(type), value: nil)
    return decoded.updateValue(noted, forKey: key)
  }

  /// Notes a value that was decoded, unless its key is forgotten by now.
  ///
  /// - Returns: the one before, to be released outside the lock.
  mutating func noteDecoded<Value: Sendable>(_ value: Value, of raw: Data, forKey key: String)
    -> (any Sendable)?
  {
    guard knownKeys.contains(key) else { return nil }
    return decoded.updateValue(
      DecodedValue(raw: raw, type: ObjectIdentifier(Value.self), value: value),
      forKey: key
    )
  }

  /// The default that was shown first, if it was of the same type; else the one given.
  mutating func firstDefault<Value: Sendable>(_ value: Value, forKey key: String) -> Value {
    if let known = defaults[key], known.type == ObjectIdentifier(Value.self) {
      return known.value.flatMap { $0 as? Value } ?? value
    }
    if defaults[key] == nil, knownKeys.contains(key) {
      defaults[key] = DecodedValue(raw: Data(), type: ObjectIdentifier(Value.self), value: value)
    }
    return value
  }

  /// Notes an error about a key.
  ///
  /// - Returns: true when it is not the last one that was noted about the key.
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
