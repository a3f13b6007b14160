import Foundation
import Observation

/// What a storage knows of what is stored, and who is to be told of changes; all of it behind one lock.
struct StorageMemory: Sendable {
  /// What is stored as far as is known, with what could not be kept on top.
  private(set) var values: StoredValues = [:]

  /// The keys that somebody has asked for, whether or not anything is stored under them.
  private(set) var knownKeys: Set<String> = []

  /// Changes that are in memory only.
  private(set) var unsaved: [String: Data?] = [:]

  /// Why there may be nothing, though something is stored.
  private(set) var trouble: StorageError?

  /// Values as they were decoded last.
  private var decoded: [String: DecodedValue] = [:]

  /// What a key shows while nothing is stored: the default of whoever showed it first.
  private var defaults: [String: DecodedValue] = [:]

  /// The last error that was logged about each key.
  private var logged: [String: StorageError] = [:]

  private var trackers: [String: TrackedKey] = [:]
  private var followers: [String: [UInt64: any StorageFollower]] = [:]
  private var subscribers: [UInt64: StorageSubscriber] = [:]
  private var lastNumber: UInt64 = 0

  // MARK: What is stored

  /// Takes over what the back end found.
  mutating func adopt(
    _ found: Result<StoredContents?, StorageError>,
    keys: Set<String>
  ) -> StorageChange {
    knownKeys.formUnion(keys)
    switch found {
    case .success(nil): return StorageChange()
    case .success(let contents?):
      trouble = contents.damage
      return replaceValues(by: contents.values.applying(unsaved))
    case .failure(let error):
      // What was read before is better than nothing.
      trouble = error
      return StorageChange()
    }
  }

  /// Adds the changes that could not be saved before.
  ///
  /// - Returns: nil when what was expected is not so any more in memory.
  func completed(_ edit: StorageCommit) -> StorageCommit? {
    guard !unsaved.isEmpty else { return edit }
    var edit = edit
    edit.changes = unsaved.merging(edit.changes) { $1 }
    for (key, value) in unsaved {
      // The back end knows nothing of these.
      guard let expected = edit.expected.removeValue(forKey: key) else { continue }
      guard expected == value else { return nil }
    }
    return edit
  }

  /// Takes over what is stored after a commit.
  mutating func adopt(saved values: StoredValues, edit: StorageCommit) -> StorageChange {
    unsaved = [:]
    trouble = nil
    knownKeys.formUnion(edit.changes.keys)
    for key in edit.changes.keys { logged[key] = nil }
    return replaceValues(by: values)
  }

  /// Keeps changes that could not be saved.
  mutating func keep(unsaved changes: [String: Data?]) -> StorageChange {
    unsaved = changes
    knownKeys.formUnion(changes.keys)
    return replaceValues(by: values.applying(changes))
  }

  private mutating func replaceValues(by newValues: StoredValues) -> StorageChange {
    guard newValues != values else { return StorageChange() }
    let changed = Set(values.keys).union(newValues.keys).filter { values[$0] != newValues[$0] }
    values = newValues
    for subscriber in subscribers.values { subscriber.enqueue(newValues) }
    let concerned = changed.sorted().flatMap { key in
      (followers[key] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
    return StorageChange(
      trackers: changed.compactMap { trackers[$0] },
      followers: concerned,
      subscribers: subscribers.sorted { $0.key < $1.key }.map(\.value)
    )
  }

  // MARK: What was decoded

  func decodedValue<Value: Sendable>(_ type: Value.Type, of raw: Data, forKey key: String) -> Value? {
    guard let known = decoded[key], known.raw == raw, known.type == ObjectIdentifier(type) else { return nil }
    return known.value as? Value
  }

  mutating func noteDecoded<Value: Sendable>(_ value: Value, of raw: Data, forKey key: String) {
    decoded[key] = DecodedValue(raw: raw, type: ObjectIdentifier(Value.self), value: value)
  }

  /// The default of whoever showed the key first, if it was of the same type; else the one given.
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

  // MARK: Who is told

  /// The object that reads of a key are tracked on, whoever reads it.
  mutating func tracker(of key: String) -> TrackedKey {
    if let known = trackers[key] { return known }
    let tracker = TrackedKey()
    trackers[key] = tracker
    return tracker
  }

  func followers(of key: String) -> [any StorageFollower] {
    (followers[key] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  mutating func add(_ follower: any StorageFollower, of key: String) -> UInt64 {
    lastNumber += 1
    followers[key, default: [:]][lastNumber] = follower
    return lastNumber
  }

  mutating func removeFollower(_ number: UInt64, of key: String) {
    followers[key]?[number] = nil
    if followers[key]?.isEmpty == true { followers[key] = nil }
  }

  /// Adds a subscriber, which is owed the present values.
  mutating func add(_ subscriber: StorageSubscriber) -> UInt64 {
    lastNumber += 1
    subscribers[lastNumber] = subscriber
    subscriber.enqueue(values)
    return lastNumber
  }

  mutating func removeSubscriber(_ number: UInt64) {
    subscribers[number] = nil
  }
}

/// A value and what it was decoded from.
private struct DecodedValue: Sendable {
  let raw: Data
  let type: ObjectIdentifier
  let value: any Sendable
}

/// Who is to be told, once no lock is held.
struct StorageChange: Sendable {
  var trackers: [TrackedKey] = []
  var followers: [any StorageFollower] = []
  var subscribers: [StorageSubscriber] = []
}

/// One key of one storage, for `withObservationTracking`: it may change on any thread.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Stands for the value, which is elsewhere.
  private var value: Void { () }

  func noteRead() { registrar.access(self, keyPath: \.value) }

  func noteChange() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
