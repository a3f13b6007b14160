/// Somebody who is told that a key has changed, on whichever thread that happened.
protocol StorageFollower: AnyObject, Sendable {
  /// Whether it is of the tree that has this home, and so on the actor that the tree's code runs on.
  func isAt(_ home: Home) -> Bool

  /// Something is about to change, by the tree that it is of.
  func noteComing()

  /// Something has changed.
  func noteChange(from origin: StorageOrigin?)
}

/// The tree whose property was set.
struct StorageOrigin: Sendable {
  let home: Home
  /// The key that the tree's scopes were told of before it changed.
  let announcedKey: String?
}

/// Tells one scope that a key it shows has changed, on the actor that the scope's tree lives on.
///
/// Unchecked and sound: the scope is held weakly and touched only where its tree lives: in a call that comes from
/// the tree itself, on the main actor when that runs and is the tree's home, or in a task that has come there.
final class StoredCourier: StorageFollower, @unchecked Sendable {
  /// Follows the tree's home, also when the scope moves to another tree.
  let home = Home()

  private weak let scope: ScopeNode?
  private let key: String
  private let storage: StateStorage
  private let number = Locked<UInt64?>(nil)
  private let isUnderway = Locked(false)

  init(scope: ScopeNode, key: String, storage: StateStorage) {
    self.scope = scope
    self.key = key
    self.storage = storage
    home.become(scope.context.home)
    let number = storage.memory.withLock { $0.add(self, of: key) }
    self.number.withLock { $0 = number }
  }

  /// Is told nothing more.
  func end() {
    guard let number = number.withLock({ $0 }) else { return }
    storage.memory.withLock { $0.removeFollower(number, of: key) }
  }

  func isAt(_ home: Home) -> Bool {
    self.home.current === home.current
  }

  func noteComing() {
    scope?.announceChange()
  }

  func noteChange(from origin: StorageOrigin?) {
    if let origin, isAt(origin.home) {
      if origin.announcedKey != key { scope?.announceChange() }
      scope?.showToObservers()
    } else if home.actor != nil,
      isUnderway.withLock({ isUnderway in
        defer { isUnderway = true }
        return !isUnderway
      })
    {
      Task { await bringHome() }
    }
  }

  private func bringHome() async {
    while let home = home.actor {
      if await arrives(isolation: home) { return }
    }
    isUnderway.withLock { $0 = false }
  }

  /// Tells the scope here, unless its tree has moved on meanwhile.
  private func arrives(isolation: isolated any Actor) async -> Bool {
    guard home.actor === isolation else { return false }
    // Before telling: what changes from here on has to be told again.
    isUnderway.withLock { $0 = false }
    scope?.announceOutsideChange()
    return true
  }
}

extension StateStorage {
  /// Tells those that show a key, and are of the tree that is about to change it.
  func announceComing(_ key: String, from home: Home) {
    let (tracker, followers) = memory.withLock { ($0.tracker(of: key), $0.followers(of: key)) }
    tracker.noteChange()
    for follower in followers where follower.isAt(home) { follower.noteComing() }
  }
}

extension ScopeNode {
  /// Tells all who observe this scope that something it shows was changed elsewhere.
  final func announceOutsideChange() {
    announceChange()
    showToObservers()
  }

  /// Lets those look who look after each event of this scope, or of one above it.
  ///
  /// A scope that is handling an event is looked at when that is done.
  final func showToObservers() {
    guard context.subtreeHookCount > 0 else { return }
    for (node, hooks) in findSubtreeHooks() where !node.isHandlingEvents { hooks.announce() }
  }
}
