/// An observer that notifies one scope of changes of a key, on the actor that the scope's tree lives on.
final class ScopeStorageObserver: StorageObserver {
  /// The scope, accessed only where its tree lives: in a call from the tree itself, or in a task on its
  /// actor.
  private let scope: ScopeReference
  private let key: String
  private let storage: StateStorage
  private let number = Locked<UInt64?>(nil)
  private let isOnItsWay = Locked(false)

  init(_ scope: ScopeReference, key: String, storage: StateStorage) {
    self.scope = scope
    self.key = key
    self.storage = storage
    let number = storage.memory.withLock { $0.add(self, of: [key]) }
    self.number.withLock { $0 = number }
  }

  /// Ends the notifications.
  func end() {
    guard let number = number.withLock({ $0 }) else { return }
    storage.memory.withLock { $0.removeObserver(number, of: [key]) }
  }

  func enqueue(_ values: StoredValues) {}

  private func isAt(_ home: Home) -> Bool {
    scope.home.current === home.current
  }

  func noteComing(from home: Home) {
    if isAt(home) { scope.node?.announceChange() }
  }

  func noteChange(from origin: StorageOrigin?) {
    if let origin, isAt(origin.home) {
      guard let node = scope.node else { return }
      if origin.announcedKey != key { node.announceChange() }
      node.announceChangeToObservers()
    } else if scope.home.actor != nil,
      isOnItsWay.withLock({ isOnItsWay in
        defer { isOnItsWay = true }
        return !isOnItsWay
      })
    {
      Task { await bringHome() }
    }
  }

  private func bringHome() async {
    while let home = scope.home.actor {
      if await arrives(isolation: home) { return }
    }
    isOnItsWay.withLock { $0 = false }
  }

  /// Notifies the scope here, unless its tree has moved in the meantime.
  private func arrives(isolation: isolated any Actor) async -> Bool {
    guard scope.home.actor === isolation else { return false }
    // First: any later change requires another notification.
    isOnItsWay.withLock { $0 = false }
    scope.node?.announceOutsideChange()
    return true
  }
}

extension StateStorage {
  /// Notifies the observers of a key in the tree that is about to change it.
  func announceComing(_ key: String, from home: Home) {
    let (tracker, observers) = memory.withLock {
      ($0.tracker(of: key), $0.notifier.observers(of: key))
    }
    tracker.noteChange()
    for observer in observers { observer.noteComing(from: home) }
  }
}

extension ScopeNode {
  /// Notifies all observers of this scope that its state was changed elsewhere.
  final func announceOutsideChange() {
    announceChange()
    announceChangeToObservers()
  }
}
