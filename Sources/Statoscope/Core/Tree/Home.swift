import Synchronization

/// The actor that a tree lives on, readable from any thread.
///
/// The actor is held weakly: it usually owns the tree.
final class Home: Sendable {
  private struct State: Sendable {
    weak var actor: (any Actor)?
    /// The same actor, never read: while an unowned reference to it exists, no other actor is allocated at
    /// its address.
    unowned var addressKeeper: (any AnyObject & Sendable)?
    var successor: Home?
  }

  /// In place: each tree has one.
  private let state = OrderedMutex(State())

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
    // A home that another has replaced has none.
    state.withLock { $0.actor } ?? current.state.withLock { $0.actor }
  }

  /// Checks whether an actor is that of the last event that named one.
  ///
  /// Cheaper than reading ``actor``: it retains nothing, and takes no lock if the actor is the same.
  @inline(__always)
  func isHere(_ actor: (any Actor)?) -> Bool {
    guard let actor else { return false }
    if let known = identity.load(ordering: .acquiring) { return known == ObjectIdentifier(actor) }
    return current.identity.load(ordering: .acquiring) == ObjectIdentifier(actor)
  }

  /// Makes an actor the home; call it where the tree lives, for a home that no other has replaced.
  func settle(on actor: any Actor) {
    state.withLock { state in
      state.actor = actor
      state.addressKeeper = actor
    }
    identity.store(ObjectIdentifier(actor), ordering: .releasing)
  }

  /// Refers to another tree's home from now on, because the two trees have become one.
  func become(_ other: Home) {
    guard other !== self else { return }
    identity.store(nil, ordering: .releasing)
    state.withLock { state in
      state.actor = nil
      state.successor = other
    }
  }
}

/// Shows nothing: an actor that is being released cannot be read through its home.
extension Home: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension ScopeNode {
  /// Makes the actor that an event named the home of this scope's tree.
  ///
  /// Only a named actor becomes a home: nothing is inferred from the current thread. Complexity: O(1) if the
  /// actor is the home already, else O(scopes of the tree).
  package final func settle(on actor: any Actor) {
    linkSubscopes()
    let context = context
    guard context.settledActor != ObjectIdentifier(actor) else { return }
    reportMove(of: context, to: actor)
    // Again: the log may have moved the tree.
    self.context.settle(on: actor)
  }

  /// Reports that another actor than before uses a tree with effects in flight.
  ///
  /// After one actor has used a scope, the compiler prevents sending it to another, except in the cases that
  /// the article on isolation lists; then two actors may be using the scope.
  private final func reportMove(of context: TreeContext, to actor: any Actor) {
    guard context.settledActor != nil, let former = context.home.actor else { return }
    let inFlight = ScopeTree(self).root.scopesWithEffects.flatMap(\.pendingEffects)
    guard !inFlight.isEmpty else { return }
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) was sent an event on \(typeName(of: actor)) while effects that started on \(typeName(of: former)) \
      were in flight: \(inFlight.map { EffectText($0.pristine).text }.joined(separator: ", ")). Their results are \
      delivered on \(typeName(of: actor)) from now on. Send a scope's first event where the scope lives, and do not \
      use it elsewhere afterwards.
      """
    }
  }

  private final func typeName(of actor: any Actor) -> String { Statoscope.typeName(type(of: actor)) }
}
