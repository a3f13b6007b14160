import Synchronization

/// The actor that a tree lives on, readable from any thread by the tasks of the tree's effects.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
    /// The same actor, never read: while an unowned reference to it exists, no other actor is allocated at
    /// its address.
    unowned var addressKeeper: (any Actor)?
    var successor: Home?
  }

  private let state = Locked(State())

  /// The identity of the actor, for comparisons; nil when another home has replaced this one.
  private let identity = Atomic<ObjectIdentifier?>(nil)

  /// The home that represents this one now; two scopes are in one tree if it is the same for both.
  ///
  /// Complexity: O(number of times the tree was put into another); a loop, because that may have happened
  /// 100,000 times.
  var current: Home {
    var home = self
    while let successor = home.state.withLock({ $0.successor }) { home = successor }
    return home
  }

  /// The actor of the last event that named one; nil if there was none or it was released.
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

  /// Checks whether an actor is that of the last event that named one.
  ///
  /// Cheaper than reading ``actor``: it retains nothing, and takes no lock if the actor is the same.
  func isHere(_ actor: (any Actor)?) -> Bool {
    guard let actor else { return false }
    if let known = identity.load(ordering: .acquiring) { return known == ObjectIdentifier(actor) }
    return current.identity.load(ordering: .acquiring) == ObjectIdentifier(actor)
  }

  /// Refers to another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    identity.store(nil, ordering: .releasing)
    state.withLock { $0.successor = other }
  }
}
