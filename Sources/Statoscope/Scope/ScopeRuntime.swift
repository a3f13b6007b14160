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
  }

  override func receive(_ event: any Sendable, at node: ScopeNode, isolation: isolated (any Actor)?) {
    send(node, Self.typed(event), isolation)
  }

  /// Returns an event that an effect of the scope produced as one of the scope's own type.
  static func typed(_ event: any Sendable) -> When {
    // With a pattern: an optional event would be another generic type to look up each time.
    switch event {
    case let when as When: return when
    default: preconditionFailure("the effects of a scope end in its own events")
    }
  }

  /// Runs all middlewares around an update.
  func runMiddlewares(around update: @escaping Next, of node: ScopeNode, for when: When) throws {
    let run = middlewares.reduce(update) { inner, middleware in { try middleware(node, $0, inner) } }
    try run(when)
  }
}

/// A subscriber to events of one type.
final class TypedSubscription<When: Sendable>: EventSubscription {
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
