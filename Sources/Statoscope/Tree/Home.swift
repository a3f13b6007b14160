/// The actor that a tree lives on, where the tasks of the tree's effects can read it from any thread.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
    /// The same actor, to be compared with.
    var identity: ObjectIdentifier?
    /// The same, never read: while there is an unowned reference to it, no other is made at its address.
    unowned var addressKeeper: (any Actor)?
    var successor: Home?
  }

  private let state = Locked(State())

  /// The home that now answers for this one; two scopes are of one tree when it is the same for both.
  var current: Home {
    var home = self
    while let successor = home.state.withLock({ $0.successor }) { home = successor }
    return home
  }

  /// The actor of the last event that named one, or nil when there was none or it is gone.
  var actor: (any Actor)? {
    get {
      var home = self
      while true {
        let (actor, successor) = home.state.withLock { ($0.actor, $0.successor) }
        guard let successor else { return actor }
        home = successor
      }
    }
    set {
      state.withLock { state in
        state.actor = newValue
        state.identity = newValue.map(ObjectIdentifier.init)
        state.addressKeeper = newValue
      }
    }
  }

  /// Whether an actor is the one of the last event that named one.
  ///
  /// Cheaper than to ask for that: it retains none.
  func isHere(_ actor: (any Actor)?) -> Bool {
    guard let actor else { return false }
    var home = self
    while true {
      let (identity, successor) = home.state.withLock { ($0.identity, $0.successor) }
      guard let successor else { return identity == ObjectIdentifier(actor) }
      home = successor
    }
  }

  /// Answers with another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    state.withLock { $0.successor = other }
  }
}
