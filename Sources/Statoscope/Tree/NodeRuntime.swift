/// What a scope needs to handle events besides its state, as far as it does not depend on the type of its events.
///
/// A subclass adds what does. It is made when a scope first has an effect, a middleware, a subscriber or an event
/// that must wait: a scope that only updates its state goes without.
class NodeRuntime {
  /// The subscribers in the order in which they subscribed.
  ///
  /// Here and not in the subclass: every event with a subscriber would look for a generic type's metadata.
  final var subscriptions: [EventSubscription] { list.elements }

  /// The effects of the scope, if it ever had any.
  final var effects: (any NodeEffects)?

  /// Whether the subclass has events that arrived while the scope was updating.
  final var hasQueuedEvents = false

  private final var list = SweptList<EventSubscription>()

  deinit {
    // Their tokens may be kept for longer, and what they would call is not.
    for subscription in subscriptions { subscription.end() }
  }

  /// Sends an event that an effect came back with to the scope.
  func receive(_ event: any Sendable, at node: ScopeNode, isolation: isolated (any Actor)?) {
    preconditionFailure("a subclass receives events")
  }

  /// Complexity: amortized O(1).
  final func add(_ subscription: EventSubscription) {
    changeList { $0.append(subscription) { $0.hasEnded } }
  }

  final func removeEndedSubscriptions() {
    changeList { $0.removeAll { $0.hasEnded } }
  }

  /// Changes the list outside of its place: inside, each event would check that no change is in progress.
  private final func changeList(_ change: (inout SweptList<EventSubscription>) -> [EventSubscription]) {
    var changed = SweptList<EventSubscription>()
    swap(&changed, &list)
    // What was removed is released when the list is back: its own code may use it.
    withExtendedLifetime(change(&changed)) { list = changed }
  }
}

/// One subscriber to the events of a scope; a subclass knows the type of the events.
class EventSubscription {
  private(set) final var hasEnded = false

  /// Ends it now; the subscriber is released and not called any more.
  final func end() {
    guard !hasEnded else { return }
    hasEnded = true
    releaseSubscriber()
  }

  /// Releases the closure that is called.
  func releaseSubscriber() {}
}

/// What the tree asks of a scope's effects, whatever its events are.
protocol NodeEffects: AnyObject {
  /// Describes each effect that is pending or running, oldest first.
  var texts: [String] { get }

  /// Cancels all effects that are pending or running, and discards those that the current update enqueued.
  func cancelAll(of node: ScopeNode)

  /// Cancels all effects that are pending or running, and refuses those that the current update enqueued.
  ///
  /// - Parameter node: the scope, whose context is that of its own tree by now.
  func leaveTree(_ node: ScopeNode)
}
