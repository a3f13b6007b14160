import Foundation
import Observation

/// The observers of a storage, by key.
///
/// A change of one key has no cost for the observers of others.
struct StorageNotifier: Sendable {
  private struct Key: Sendable {
    let tracker = TrackedKey()
    var observers: [UInt64: any StorageObserver] = [:]
  }

  private var keys: [String: Key] = [:]
  private var lastNumber: UInt64 = 0

  /// Returns the object that tracks reads of a key.
  mutating func tracker(of key: String) -> TrackedKey {
    keys[key, default: Key()].tracker
  }

  func isObserved(_ key: String) -> Bool {
    keys[key].map { !$0.observers.isEmpty } ?? false
  }

  /// Adds an observer of some keys.
  ///
  /// - Returns: the number with which to remove it.
  mutating func add(_ observer: any StorageObserver, of observed: Set<String>) -> UInt64 {
    lastNumber += 1
    for key in observed { keys[key, default: Key()].observers[lastNumber] = observer }
    return lastNumber
  }

  mutating func remove(_ number: UInt64, of observed: Set<String>) {
    for key in observed {
      keys[key]?.observers[number] = nil
      if keys[key]?.observers.isEmpty == true { keys[key] = nil }
    }
  }

  /// Returns the notice of a change of some keys, for their observers in the order in which they were added.
  func notice(of changed: some Sequence<String>) -> StorageNotice {
    var notice = StorageNotice()
    var concerned: [UInt64: any StorageObserver] = [:]
    for key in changed {
      guard let key = keys[key] else { continue }
      notice.trackers.append(key.tracker)
      if concerned.isEmpty { concerned = key.observers } else { concerned.merge(key.observers) { $1 } }
    }
    notice.observers = concerned.sorted { $0.key < $1.key }.map(\.value)
    return notice
  }
}

/// An observer of some keys of a storage, notified on the thread that changes one.
protocol StorageObserver: AnyObject, Sendable {
  /// Enqueues the storage's values, while its lock is held, so that all observers see the same order of
  /// changes.
  func enqueue(_ values: [String: Data?])

  /// A tree is about to change a key.
  func noteComing(from home: Home)

  /// A key has changed.
  func noteChange(from origin: StorageOrigin?)
}

extension StorageObserver {
  func enqueue(_ values: [String: Data?]) {}
  func noteComing(from home: Home) {}
}

/// The tree whose property was set.
struct StorageOrigin: Sendable {
  let home: Home
  /// The key whose change was announced to the tree's scopes before it happened.
  let announcedKey: String?
}

/// An announcement of a change, still to be delivered.
struct StorageNotice: Sendable {
  var trackers: [TrackedKey] = []
  var observers: [any StorageObserver] = []
  /// The error to log about an unusable value that was replaced and preserved.
  var loss: StorageError?
  /// Values that are no longer needed; their `deinit` may run code of the user.
  var released: [DecodedValue?] = []

  /// Delivers the announcement; no lock may be held.
  func deliver(from origin: StorageOrigin? = nil) {
    if let loss { StatoscopeLogger.log(.errors) { "\(loss)" } }
    for tracker in trackers { tracker.noteChange() }
    for observer in observers { observer.noteChange(from: origin) }
  }
}

/// The registration of an observer, until it is released; it retains the storage.
final class StorageObservation: Sendable {
  private let storage: StateStorage
  private let keys: Set<String>
  private let number: UInt64

  init(_ observer: some StorageObserver, of keys: Set<String>, in storage: StateStorage) {
    self.storage = storage
    self.keys = keys
    number = storage.memory.withLock { $0.notifier.add(observer, of: keys) }
  }

  deinit {
    storage.memory.withLock { $0.notifier.remove(number, of: keys) }
  }
}

/// The observation of one key of one storage by `withObservationTracking`; the key may change on any thread.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// A placeholder for the value, which is stored elsewhere.
  private var value: Void { () }

  func noteRead() { registrar.access(self, keyPath: \.value) }

  func noteChange() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
