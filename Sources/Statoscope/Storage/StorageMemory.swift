import Foundation

/// What a storage knows of what is stored, and the observers of changes; all of it behind one lock.
struct StorageMemory: Sendable {
  /// What is stored as far as is known, with what is not saved on top.
  private(set) var values: StoredValues = [:]

  /// The keys that were looked up, with or without a value.
  private(set) var knownKeys: Set<String> = []

  /// Changes that are in memory only, and what they replace.
  private(set) var unsaved = StorageCommit()

  /// Why there may be nothing, though something is stored.
  private(set) var trouble: StorageError?

  /// Whether a write in the background is to come.
  var isWriteScheduled = false

  var notifier = StorageNotifier()

  /// Values as they were decoded last.
  private var decoded: [String: DecodedValue] = [:]

  /// What a key shows while nothing is stored: the first default that was shown.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  // MARK: What is stored

  /// Takes over what the back end found.
  mutating func adopt(_ found: Result<StoredValues, StorageError>, of keys: Set<String>) -> StorageNotice {
    knownKeys.formUnion(keys)
    switch found {
    case .success(let values):
      trouble = nil
      return replace(keys, by: values)
    case .failure(let error):
      trouble = error
      // What was read before is better than nothing, unless it is there no more.
      guard case .damaged = error else { return StorageNotice() }
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

  /// Takes over what some keys hold.
  private mutating func replace(_ keys: some Sequence<String>, by newValues: StoredValues) -> StorageNotice {
    var changed: [String] = []
    for key in keys {
      knownKeys.insert(key)
      let value: Data?
      if let waiting = unsaved.changes[key] { value = waiting } else { value = newValues[key] }
      guard values[key] != value else { continue }
      values[key] = value
      changed.append(key)
    }
    return changed.isEmpty ? StorageNotice() : notifier.note(changed.sorted(), values: values)
  }

  // MARK: What was decoded

  func decodedValue<Value: Sendable>(_ type: Value.Type, of raw: Data, forKey key: String) -> Value? {
    guard let known = decoded[key], known.raw == raw, known.type == ObjectIdentifier(type) else { return nil }
    return known.value as? Value
  }

  mutating func noteDecoded<Value: Sendable>(_ value: Value, of raw: Data, forKey key: String) {
    decoded[key] = DecodedValue(raw: raw, type: ObjectIdentifier(Value.self), value: value)
  }

  /// The default that was shown first, if it was of the same type; else the one given.
  mutating func firstDefault<Value: Sendable>(_ value: Value, forKey key: String) -> Value {
    if let known = defaults[key], known.type == ObjectIdentifier(Value.self) {
      return known.value as? Value ?? value
    }
    if defaults[key] == nil {
      defaults[key] = DecodedValue(raw: Data(), type: ObjectIdentifier(Value.self), value: value)
    }
    return value
  }

  /// Notes an error about a key.
  ///
  /// - Returns: whether it is news.
  mutating func isNews(_ error: StorageError, forKey key: String) -> Bool {
    guard logged[key] != error else { return false }
    logged[key] = error
    return true
  }
}

/// A value and what it was decoded from.
private struct DecodedValue: Sendable {
  let raw: Data
  let type: ObjectIdentifier
  let value: any Sendable
}
