/// Where what the tree keeps of a scope, whatever its events are, becomes what it is for events of its type.
///
/// All casts that nothing checks at run time are in this file. They are sound because a scope's class conforms to
/// `ScopeProtocol` once, with one type of event, and because what they cast was made here for that type.
extension ScopeProtocol {
  /// The runtime of this scope, if it has one.
  @inline(__always)
  var knownRuntime: ScopeRuntime<When>? {
    guard let runtime else { return nil }
    return unsafe unsafeDowncast(runtime, to: ScopeRuntime<When>.self)
  }

  /// The runtime of this scope, made when it is first needed.
  var ensuredRuntime: ScopeRuntime<When> {
    if let knownRuntime { return knownRuntime }
    let made = ScopeRuntime<When> { node, when, isolation in
      Self.this(node).send(when, isolation: isolation)
    }
    runtime = made
    return made
  }

  /// This scope, where only its node is known.
  ///
  /// - Parameter node: the scope that handed itself over.
  @inline(__always)
  static func this(_ node: ScopeNode) -> Self {
    unsafe unsafeDowncast(node, to: Self.self)
  }

  /// Calls the subscribers in the order in which they subscribed; those that come or end meanwhile are not called.
  func announce(_ when: When) {
    // Nothing but the list and each closure has a name, and so is retained, while a subscriber is called.
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
