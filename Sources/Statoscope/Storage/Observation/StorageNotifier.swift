import Foundation

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

/// An observer of some keys of a storage, notified on the thread that changes one.
protocol StorageObserver: AnyObject, Sendable {
  /// Records a change that the current thread has made, while the storage's lock is held: from now on, no
  /// observer is called with older values.
  func enqueue()

  /// A tree is about to change a key.
  func recordComing(from home: Home)

  /// A key has changed.
  func recordChange(from origin: StorageOrigin?)
}

extension StorageObserver {
  func enqueue() {}
  func recordComing(from home: Home) {}
}

/// The tree whose property was set.
struct StorageOrigin: Sendable {
  let home: Home
  /// The key whose change was announced to the tree's scopes before it happened.
  let notifiedKey: String?
}

/// An announcement of a change, still to be delivered.
struct StorageNotice: Sendable {
  var observers: [any StorageObserver] = []
  /// The error to log about an unusable value that was replaced and preserved.
  var loss: StorageError?
  /// Values that are no longer needed; their release may run code of the user.
  var released: [any Sendable] = []

  /// Delivers the announcement; no lock may be held.
  func deliver(from origin: StorageOrigin? = nil) {
    if let loss { StatoscopeLogger.log(.errors) { "\(loss)" } }
    for observer in observers { observer.recordChange(from: origin) }
  }
}

extension StateStorage {
  /// Adds an observer of some keys until the token is released, which retains the storage.
  func observe(_ observer: some StorageObserver, of keys: Set<String>) -> ReleaseToken {
    let number = memory.withLock { $0.notifier.add(observer, of: keys) }
    return ReleaseToken { _ = self.memory.withLock { $0.notifier.remove(number, of: keys) } }
  }
}

/// A token that runs a closure when it is released, as the end of an observation.
final class ReleaseToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
