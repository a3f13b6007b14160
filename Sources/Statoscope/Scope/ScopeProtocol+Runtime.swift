/// The conversion from the untyped parts that the tree stores to the types of a scope's own events.
///
/// All casts that are not checked at run time are in this file. They are sound because a scope's class
/// conforms to `ScopeProtocol` once, with one event type, and because the values they cast were created here
/// for that type.
extension ScopeProtocol {
  /// The runtime of this scope, if it has one.
  @inline(__always)
  var knownRuntime: ScopeRuntime<When>? {
    guard let runtime else { return nil }
    return unsafe unsafeDowncast(runtime, to: ScopeRuntime<When>.self)
  }

  /// The runtime of this scope, created on first use.
  var ensuredRuntime: ScopeRuntime<When> {
    if let knownRuntime { return knownRuntime }
    let made = ScopeRuntime<When> { node, when, isolation in
      Self.this(node).send(when, isolation: isolation)
    }
    runtime = made
    return made
  }

  /// Returns this scope, where only its node is known.
  ///
  /// - Parameter node: the node of the scope that passed itself.
  @inline(__always)
  static func this(_ node: ScopeNode) -> Self {
    unsafe unsafeDowncast(node, to: Self.self)
  }

  /// Calls the subscribers in the order of their subscriptions; those added or ended during the call are not
  /// called.
  func announce(_ when: When) {
    // Only the list and each closure have names, and so are retained, while a subscriber is called.
    guard hasSubscribers, let subscriptions = runtime?.subscriptions else { return }
    var hasEndedOnes = false
    for index in subscriptions.indices {
      if let call = unsafe unsafeDowncast(subscriptions[index], to: TypedSubscription<When>.self).subscriber {
        call(self, when)
      } else {
        hasEndedOnes = true
      }
    }
    guard hasEndedOnes, let runtime else { return }
    runtime.removeEndedSubscriptions()
    hasSubscribers = !runtime.subscriptions.isEmpty
  }
}
