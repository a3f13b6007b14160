/// An observer that notifies one scope of changes of a key, on the actor that the scope's tree lives on.
final class ScopeStorageObserver: StorageObserver {
  /// The scope, accessed only where its tree lives: in a call from the tree itself, or in a task on its
  /// actor.
  private let scope: ScopeReference
  private let key: String
  private let isOnItsWay = Locked(false)

  init(_ scope: ScopeReference, key: String) {
    self.scope = scope
    self.key = key
  }

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
    scope.node?.announceOutsideChange()
    return true
  }
}

extension StateStorage {
  /// Notifies the observers of a key in the tree that is about to change it.
  func announceComing(_ key: String, from home: Home) {
    let notice = memory.withLock { $0.notifier.notice(of: CollectionOfOne(key)) }
    for tracker in notice.trackers { tracker.noteChange() }
    for observer in notice.observers { observer.noteComing(from: home) }
  }
}

extension ScopeNode {
  /// Notifies all observers of this scope that its state was changed elsewhere.
  final func announceOutsideChange() {
    announceChange()
    announceChangeToObservers()
  }
}
