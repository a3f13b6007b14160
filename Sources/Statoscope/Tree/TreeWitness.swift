/// What a flow test wants to know of a tree besides its state; a tree that nobody tests has none.
///
/// While there is one, each effect under way is noted with the event that started it.
package final class TreeWitness {
  /// An error that an event's sender could not receive.
  package struct LostError {
    /// The path and the type of the scope: the scope itself may be being deinitialized, and must not be retained.
    package let place: String
    package let event: String
    package let error: any Error
  }

  /// The errors that were only logged, oldest first.
  package var lostErrors: [LostError] = []

  package init() {}
}

extension ScopeNode {
  /// Whether closures are called around or after this scope's events, which may keep what they capture.
  package final var hasHooks: Bool {
    hasMiddleware || runtime?.subscriptions.contains { !$0.hasEnded } == true
      || subtreeHooks?.hasForeignHooks == true
  }

  /// Who looks at this scope's tree for a flow test.
  package final var treeWitness: TreeWitness? {
    get { context.witness }
    set {
      linkSubscopes()
      context.witness = newValue
    }
  }
}
