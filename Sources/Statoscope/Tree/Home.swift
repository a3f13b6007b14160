import Synchronization

/// The actor that a tree lives on, where the tasks of the tree's effects can read it from any thread.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
    /// The same actor, never read: while there is an unowned reference to it, no other is made at its address.
    unowned var addressKeeper: (any Actor)?
    var successor: Home?
  }

  private let state = Locked(State())

  /// The same actor, to be compared with; nil when another home answers.
  private let identity = Atomic<ObjectIdentifier?>(nil)

  /// The home that now answers for this one; two scopes are of one tree when it is the same for both.
  ///
  /// Complexity: O(times that the tree was put into another); a loop, as a tree may have been put into 100,000.
  var current: Home {
    var home = self
    while let successor = home.state.withLock({ $0.successor }) { home = successor }
    return home
  }

  /// The actor of the last event that named one, or nil when there was none or it is gone.
  var actor: (any Actor)? {
    get {
      current.state.withLock { $0.actor }
    }
    set {
      state.withLock { state in
        state.actor = newValue
        state.addressKeeper = newValue
      }
      identity.store(newValue.map(ObjectIdentifier.init), ordering: .releasing)
    }
  }

  /// Whether an actor is the one of the last event that named one.
  ///
  /// Cheaper than to ask for that: it retains none, and takes no lock when it is the one.
  func isHere(_ actor: (any Actor)?) -> Bool {
    guard let actor else { return false }
    if let known = identity.load(ordering: .acquiring) { return known == ObjectIdentifier(actor) }
    return current.identity.load(ordering: .acquiring) == ObjectIdentifier(actor)
  }

  /// Answers with another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    identity.store(nil, ordering: .releasing)
    state.withLock { $0.successor = other }
  }
}
