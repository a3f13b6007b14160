/// The part of a scope's event handling that does not depend on the type of its events.
///
/// A subclass adds the rest. It is created when a scope first has an effect, a middleware, a subscriber or a
/// queued event: a scope that only updates its state needs none.
class NodeRuntime {
  /// The subscribers in the order of their subscriptions.
  ///
  /// Here and not in the subclass: otherwise every event with a subscriber would look up the metadata of a
  /// generic type.
  final var subscriptions: [EventSubscription] { list.elements }

  /// The effects of the scope, if it has ever had any.
  final var effects: (any NodeEffects)?

  /// Indicates whether the subclass has events that arrived while the scope was updating.
  final var hasQueuedEvents = false

  private final var list = SweptList<EventSubscription>()

  deinit {
    // Their tokens may be retained for longer; the closures they would call must not be.
    for subscription in subscriptions { subscription.end() }
  }

  /// Sends the event that resulted from an effect to the scope.
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

  /// Changes a copy of the list and writes it back: changed in place, each event would check for exclusivity.
  private final func changeList(_ change: (inout SweptList<EventSubscription>) -> [EventSubscription]) {
    var changed = SweptList<EventSubscription>()
    swap(&changed, &list)
    // Removed elements are released after the list is written: their `deinit` may use it.
    withExtendedLifetime(change(&changed)) { list = changed }
  }
}

/// One subscriber to the events of a scope; a subclass knows the type of the events.
class EventSubscription {
  private(set) final var hasEnded = false

  /// Ends the subscription: the subscriber is released and no longer called.
  final func end() {
    guard !hasEnded else { return }
    hasEnded = true
    releaseSubscriber()
  }

  /// Releases the subscriber's closure.
  func releaseSubscriber() {}
}

/// The effects of a scope as its tree sees them, independent of the type of its events.
protocol NodeEffects: AnyObject {
  /// A description of each effect that is pending or running, oldest first.
  var texts: [String] { get }

  /// Cancels all effects that are pending or running, and discards those that the current update enqueued.
  func cancelAll(of node: ScopeNode)

  /// Cancels all effects that are pending or running, and refuses those that the current update enqueued.
  ///
  /// - Parameter node: the scope, which already has the context of its own tree.
  func leaveTree(_ node: ScopeNode)
}
