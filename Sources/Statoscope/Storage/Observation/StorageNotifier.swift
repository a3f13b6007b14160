import Foundation
import Observation

/// The observers of a storage, by the keys whose changes they are notified of.
///
/// A change of one key costs nothing for the observers of others.
struct StorageNotifier: Sendable {
  private struct Key: Sendable {
    let tracker = TrackedKey()
    var observers: [UInt64: any StorageObserver] = [:]
  }

  private var keys: [String: Key] = [:]
  private var lastNumber: UInt64 = 0

  /// The object that reads of a key are tracked on.
  mutating func tracker(of key: String) -> TrackedKey {
    keys[key, default: Key()].tracker
  }

  func isObserved(_ key: String) -> Bool {
    keys[key].map { !$0.observers.isEmpty } ?? false
  }

  func observers(of key: String) -> [any StorageObserver] {
    (keys[key]?.observers ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds an observer of some keys.
  ///
  /// - Returns: the number to remove it by.
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

  /// Notes changes with all that observe them, in the order in which they were added.
  ///
  /// - Returns: the notice to be delivered once no lock is held.
  func note(_ changed: some Sequence<String>, values: StoredValues) -> StorageNotice {
    var notice = StorageNotice()
    var concerned: [UInt64: any StorageObserver] = [:]
    for key in changed {
      guard let key = keys[key] else { continue }
      notice.trackers.append(key.tracker)
      concerned.merge(key.observers) { first, _ in first }
    }
    notice.observers = concerned.sorted { $0.key < $1.key }.map(\.value)
    for observer in notice.observers { observer.enqueue(values) }
    return notice
  }
}

/// An observer of some keys of a storage, notified on the thread that changes one.
protocol StorageObserver: AnyObject, Sendable {
  /// Notes the storage's values, while its lock is held: so observers see all changes in one order.
  func enqueue(_ values: StoredValues)

  /// A tree is about to change a key.
  func noteComing(from home: Home)

  /// A key has changed.
  func noteChange(from origin: StorageOrigin?)
}

/// The tree whose property was set.
struct StorageOrigin: Sendable {
  let home: Home
  /// The key whose change the tree's scopes were notified of before it happened.
  let announcedKey: String?
}

/// A change that is to be announced.
struct StorageNotice: Sendable {
  var trackers: [TrackedKey] = []
  var observers: [any StorageObserver] = []
  /// Values of the user's that are needed no more; their release may run code of the user's.
  var released: [any Sendable] = []

  /// Announces it; no lock may be held.
  func deliver(from origin: StorageOrigin? = nil) {
    for tracker in trackers { tracker.noteChange() }
    for observer in observers { observer.noteChange(from: origin) }
  }
}

/// One key of one storage, for `withObservationTracking`: it may change on any thread.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Stands for the value, which is elsewhere.
  private var value: Void { () }

  func noteRead() { registrar.access(self, keyPath: \.value) }

  func noteChange() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
