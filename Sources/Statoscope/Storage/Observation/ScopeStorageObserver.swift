import Observation

/// An observer that notifies one scope of changes of a key, on the actor that the scope's tree lives on.
///
/// `withObservationTracking` is notified on the thread that makes a change.
final class ScopeStorageObserver: StorageObserver, Observable {
  /// The scope, accessed only where its tree lives: in a call from the tree itself, or in a task on its
  /// actor.
  private let scope: ScopeReference
  private let key: String
  private let isOnItsWay = Locked(false)
  private let registrar = ObservationRegistrar()

  /// A placeholder for the value, which is stored elsewhere.
  private var value: Void { () }

  init(_ scope: ScopeReference, key: String) {
    self.scope = scope
    self.key = key
  }

  /// Registers a read with the tracking in progress.
  func recordRead() { registrar.access(self, keyPath: \.value) }

  /// Notifies trackers of the value.
  func notifyTrackers() { registrar.withMutation(of: self, keyPath: \.value) {} }

  func recordComing(from home: Home) {
    notifyTrackers()
    scope.scope(inTreeAt: home)?.notifyListeners()
  }

  func recordChange(from origin: StorageOrigin?) {
    notifyTrackers()
    if let origin, let node = scope.scope(inTreeAt: origin.home) {
      if origin.notifiedKey != key { node.notifyListeners() }
      node.notifyObserversOfChange()
    } else if scope.home.actor != nil, !isOnItsWay.exchange(true) {
      Task { await bringHome() }
    }
  }

  private func bringHome() async {
    while let home = scope.home.actor {
      if await arrives(isolation: home) { return }
    }
    isOnItsWay.exchange(false)
  }

  /// Notifies the scope here, unless its tree has moved in the meantime.
  private func arrives(isolation: isolated any Actor) async -> Bool {
    guard scope.home.actor === isolation else { return false }
    // First: any later change requires another notification.
    isOnItsWay.exchange(false)
    scope.scope(on: isolation)?.notifyOfOutsideChange()
    return true
  }
}

extension StateStorage {
  /// Notifies the observers of a key in the tree that is about to change it.
  func notifyComing(_ key: String, from home: Home) {
    let observers = memory.withLock { $0.notifier.observers(of: CollectionOfOne(key)) }
    for observer in observers { observer.recordComing(from: home) }
  }
}

extension ScopeNode {
  /// Notifies all observers of this scope that its state was changed elsewhere.
  final func notifyOfOutsideChange() {
    notifyListeners()
    notifyObserversOfChange()
  }
}
