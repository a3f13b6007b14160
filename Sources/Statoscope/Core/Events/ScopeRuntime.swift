/// The part of a scope's event handling that does not depend on the type of its events.
///
/// ``ScopeRuntime`` adds the rest. It is created when a scope first has an effect, a middleware, a subscriber or a
/// queued event: a scope that only updates its state needs none.
class NodeRuntime {
  fileprivate final let eventType: ObjectIdentifier

  /// The subscribers in the order of their subscriptions.
  ///
  /// Here and not in the subclass: otherwise every event with a subscriber would look up the metadata of a
  /// generic type.
  private final var subscriptions: [EventSubscription] { list.elements }

  /// Returns the subscribers to events of a type, which is that of the scope's events.
  @inline(__always)
  fileprivate final func subscriptions(to eventType: ObjectIdentifier, of node: ScopeNode)
    -> [EventSubscription]
  {
    check(eventType, of: node)
    return list.elements
  }

  /// Traps if the events of the scope are of another type: two modules may each make one class conform to the protocol.
  @inline(__always)
  fileprivate final func check(_ eventType: ObjectIdentifier, of node: ScopeNode) {
    if eventType != self.eventType { refuse(of: node) }
  }

  @inline(never)
  private final func refuse(of node: ScopeNode) -> Never {
    Misuse.twoEventTypes(scope: node.typeName, events: eventTypeName).trap()
  }

  fileprivate var eventTypeName: String { "" }

  /// The effects of the scope, if it has ever had any.
  final var effects: EffectsHandler?

  /// Indicates whether the subclass has events that arrived while the scope was updating.
  final var hasQueuedEvents = false

  /// Indicates whether closures are called around or after the scope's events.
  var hasHooks: Bool { subscriptions.contains { !$0.hasEnded } }

  private final var list = SweptList<EventSubscription>()

  fileprivate init(eventType: ObjectIdentifier) {
    self.eventType = eventType
  }

  deinit {
    // Their tokens may be retained for longer; the closures they would call must not be.
    for subscription in subscriptions { subscription.end() }
  }

  /// Sends the event that resulted from an effect to the scope.
  func receive(_ event: any Sendable, at node: ScopeNode, isolation: isolated (any Actor)?) {
    preconditionFailure("a subclass receives events")
  }

  fileprivate final func append(_ subscription: EventSubscription) {
    changeList { $0.append(subscription) { $0.hasEnded } }
  }

  /// - Returns: whether any are left.
  fileprivate final func removeEndedSubscriptions() -> Bool {
    changeList { $0.removeAll { $0.hasEnded } }
    return !list.elements.isEmpty
  }

  /// Changes a copy of the list and writes it back: changed in place, each event would check for exclusivity.
  private final func changeList(_ change: (inout SweptList<EventSubscription>) -> [EventSubscription]) {
    var changed = SweptList<EventSubscription>()
    swap(&changed, &list)
    // Removed elements are released after the list is written: their `deinit` may use it.
    withExtendedLifetime(change(&changed)) { list = changed }
  }
}

extension ScopeNode {
  /// The handler of this scope's effects, if it has ever had any.
  ///
  /// A scope whose owner is being released leaves its effects here, which may run code of the app.
  final var effectsHandler: EffectsHandler? {
    guard let effects = runtime?.effects else { return nil }
    if storedContext?.isCurrent != true || isAdrift { _ = context }
    return effects
  }
}

/// The event handling of a scope: queued events, middleware, subscribers and effects.
final class ScopeRuntime<When: Sendable>: NodeRuntime {
  /// A closure that sends an event to the scope of this runtime.
  typealias Send = (_ node: ScopeNode, _ when: When, _ isolation: isolated (any Actor)?) -> Void

  typealias Next = (_ when: When) throws -> Void

  /// A middleware, called with the scope, which it must not retain.
  typealias Middleware = (_ node: ScopeNode, _ when: When, _ next: @escaping Next) throws -> Void

  /// The events that arrived while the scope was updating, first in first out.
  var queuedEvents: [When] = []

  /// The middlewares; the last one added is the outermost.
  var middlewares: [Middleware] = []

  private let send: Send

  init(send: @escaping Send) {
    self.send = send
    super.init(eventType: EventType<When>().identity)
  }

  override var hasHooks: Bool { !middlewares.isEmpty || super.hasHooks }

  override fileprivate var eventTypeName: String { typeName(When.self) }

  override func receive(_ event: any Sendable, at node: ScopeNode, isolation: isolated (any Actor)?) {
    send(node, Self.typed(event, of: node), isolation)
  }

  /// Returns an event that an effect of the scope produced as one of the scope's own type.
  static func typed(_ event: any Sendable, of node: ScopeNode) -> When {
    // With a pattern: an optional event would be another generic type to look up each time.
    switch event {
    case let when as When: return when
    default:
      Misuse.twoEventTypes(scope: node.typeName, events: typeName(When.self)).trap()
    }
  }

  /// Adds a subscriber.
  ///
  /// Complexity: amortized O(1).
  func subscribe(_ subscriber: @escaping (_ node: ScopeNode, _ when: When) -> Void) -> EventSubscription {
    let subscription = TypedSubscription<When>(subscriber)
    append(subscription)
    return subscription
  }
}

/// The identity of a type of events.
///
/// It is passed along with an event from where the type is known: to look it up takes a tenth of an event's time.
@usableFromInline
struct EventType<When: Sendable> {
  @usableFromInline let identity: ObjectIdentifier

  @inlinable
  init() {
    identity = ObjectIdentifier(When.self)
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

  fileprivate func releaseSubscriber() {}
}

private final class TypedSubscription<When: Sendable>: EventSubscription {
  /// The closure, called with the scope, so that it need not capture it; nil when the subscription has ended.
  private(set) var subscriber: ((_ node: ScopeNode, _ when: When) -> Void)?

  init(_ subscriber: @escaping (_ node: ScopeNode, _ when: When) -> Void) {
    self.subscriber = subscriber
  }

  override func releaseSubscriber() {
    // Released after the property is written: its `deinit` may send an event to the scope.
    withExtendedLifetime(subscriber) { subscriber = nil }
  }
}

/// The conversion from the untyped parts that the tree stores to the types of a scope's own events.
extension ScopeProtocol {
  @inline(__always)
  var knownRuntime: ScopeRuntime<When>? {
    guard let runtime else { return nil }
    runtime.check(EventType<When>().identity, of: self)
    // Sound: a runtime is a `ScopeRuntime` of the type whose identity its initializer, in this file, has stored.
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

  /// Calls the subscribers in the order of their subscriptions; those added or ended during the call are not
  /// called.
  ///
  /// - Parameter type: the event's type.
  func notifySubscribers(of when: When, _ type: EventType<When>) {
    // Only the list and each closure have names, and so are retained, while a subscriber is called.
    guard let subscriptions = runtime?.subscriptions(to: type.identity, of: self) else { return }
    var hasEndedOnes = false
    for index in subscriptions.indices {
      // Sound: only `ScopeRuntime.subscribe` appends to the list, and the runtime is one for this type of events.
      if let call = unsafe unsafeDowncast(subscriptions[index], to: TypedSubscription<When>.self).subscriber {
        call(self, when)
      } else {
        hasEndedOnes = true
      }
    }
    if hasEndedOnes { hasSubscribers = runtime?.removeEndedSubscriptions() == true }
  }

  /// Returns this scope, where only its node is known.
  ///
  /// - Parameter node: the node of the scope that passed itself.
  @inline(__always)
  static func this(_ node: ScopeNode) -> Self {
    if ObjectIdentifier(type(of: node)) != ObjectIdentifier(Self.self) { checkClass(of: node) }
    // Sound: it is of this very class, or the slower check for subclasses has not trapped.
    return unsafe unsafeDowncast(node, to: Self.self)
  }

  @inline(never)
  private static func checkClass(of node: ScopeNode) {
    precondition(node is Self, "a scope passes itself to its closures")
  }
}
