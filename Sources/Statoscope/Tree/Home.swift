/// The actor that a tree lives on, where the tasks of the tree's effects can read it from any thread.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
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
      state.withLock { $0.actor = newValue }
    }
  }

  /// Answers with another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    state.withLock { $0.successor = other }
  }
}
