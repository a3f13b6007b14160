import Observation

/// An observer of some keys of a storage, notified on the thread that changes one.
protocol StorageObserver: AnyObject, Sendable {
  /// A tree is about to change a key.
  func willChange(in home: Home)

  /// A key has changed.
  ///
  /// - Parameter origin: the tree whose property was set, if any.
  func didChange(from origin: StorageOrigin?)
}

extension StorageObserver {
  func willChange(in home: Home) {}
}

/// The tree whose property was set.
struct StorageOrigin: Sendable {
  let home: Home
  /// The key of which the tree's scopes were notified before the change.
  let notifiedKey: String?
}

/// The notification of a change that is still to be sent.
struct StorageNotification: Sendable {
  var observers: [any StorageObserver] = []
  /// The error to log about an unusable value that was replaced and preserved.
  var loss: StorageError?
  /// A Boolean value that indicates whether the state of the connection has changed.
  var concernsConnection = false
  /// The keys whose values in the store are not known any more.
  var unread: Set<String> = []
  /// Values that are no longer needed; their release may run code of the user.
  var released: [any Sendable] = []

  /// Adds another notification, which follows.
  mutating func add(_ other: StorageNotification) {
    observers += other.observers
    concernsConnection = concernsConnection || other.concernsConnection
    released += other.released
  }

  /// Notifies the observers; no lock may be held.
  func send(from origin: StorageOrigin? = nil) {
    if let loss { StatoscopeLogger.log(.errors) { "\(loss)" } }
    for observer in observers { observer.didChange(from: origin) }
  }
}

extension StateStorage {
  /// Adds an observer of some keys until the token is released, which retains the storage.
  func observe(_ observer: some StorageObserver, of keys: Set<String>) -> ReleaseToken {
    let number = memory.withLock { $0.notifier.add(observer, of: keys) }
    return ReleaseToken { _ = self.memory.withLock { $0.notifier.remove(number, of: keys) } }
  }
}

/// An observer that notifies one scope of changes of a key, on the actor that the scope's tree lives on.
///
/// `withObservationTracking` is notified on the thread that makes a change.
final class ScopeStorageObserver: StorageObserver, Observable {
  /// The scope, accessed only where its tree lives: in a call from the tree itself, or in a task on its
  /// actor.
  private let scope: ScopeReference
  private let key: String
  private let isNotifying = Locked(false)
  private let feed: @Sendable () -> Void
  private let registrar = ObservationRegistrar()

  /// A placeholder for the value, which is stored elsewhere.
  private var value: Void { () }

  /// - Parameter feed: is called after each change, on any thread.
  init(_ scope: ScopeReference, key: String, feed: @escaping @Sendable () -> Void) {
    self.scope = scope
    self.key = key
    self.feed = feed
  }

  func recordRead() { registrar.access(self, keyPath: \.value) }

  func notifyTrackers() { registrar.withMutation(of: self, keyPath: \.value) {} }

  func willChange(in home: Home) {
    notifyTrackers()
    scope.scope(inTreeAt: home)?.notifyListeners()
  }

  func didChange(from origin: StorageOrigin?) {
    notifyTrackers()
    feed()
    if let origin, let node = scope.scope(inTreeAt: origin.home) {
      if origin.notifiedKey != key { node.notifyListeners() }
      node.notifyObserversOfChange()
    } else if scope.home.actor != nil, !isNotifying.exchange(true) {
      notifyAtHome()
    }
  }

  private func notifyAtHome() {
    guard let home = scope.home.actor else {
      isNotifying.exchange(false)
      return
    }
    // Detached: neither the priority of the writer's task nor its task-local values are for other trees.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // At once, the task waits for the actor alone, and not for a thread of Swift's pool first.
      Task.immediateDetached { await self.notify(isolation: home) }
    } else {
      Task.detached { await self.notify(isolation: home) }
    }
  }

  /// Notifies the scope here, unless its tree has moved in the meantime.
  ///
  /// Nothing follows in the task that calls this: it need not go back to where it has begun, which may be another thread.
  private func notify(isolation: isolated any Actor) {
    guard scope.home.actor === isolation else { return notifyAtHome() }
    // First: any later change requires another notification.
    isNotifying.exchange(false)
    scope.scope(on: isolation)?.notifyOfOutsideChange()
  }
}

extension StateStorage {
  /// Notifies the observers of a key in the tree that is about to change it.
  func notifyWillChange(_ key: String, in home: Home) {
    let observers = memory.withLock { $0.notifier.observers(of: CollectionOfOne(key)) }
    for observer in observers { observer.willChange(in: home) }
  }
}

extension ScopeNode {
  /// Notifies all observers of this scope that its state was changed elsewhere.
  final func notifyOfOutsideChange() {
    notifyListeners()
    notifyObserversOfChange()
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
