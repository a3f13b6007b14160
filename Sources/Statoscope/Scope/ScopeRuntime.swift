/// What a scope needs to handle its events: those that wait, its middleware, its subscribers and its effects.
final class ScopeRuntime<When: Sendable>: NodeRuntime {
  /// Sends an event to the scope that this is the runtime of.
  typealias Send = (_ node: ScopeNode, _ when: When, _ isolation: isolated (any Actor)?) -> Void

  typealias Next = (_ when: When) throws -> Void

  /// Is given the scope, which it must not keep.
  typealias Middleware = (_ node: ScopeNode, _ when: When, _ next: @escaping Next) throws -> Void

  /// Events that arrived while the scope was updating, first in first out.
  var queuedEvents: [When] = []

  /// The last added is the outermost.
  var middlewares: [Middleware] = []

  private let send: Send

  init(send: @escaping Send) {
    self.send = send
  }

  override func receive(_ event: any Sendable, at node: ScopeNode, isolation: isolated (any Actor)?) {
    send(node, Self.typed(event), isolation)
  }

  /// An event that an effect of the scope ended in, as one of the scope's own.
  static func typed(_ event: any Sendable) -> When {
    // By a pattern: an optional event is one more generic type, to be looked up each time.
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
  /// Is given the scope, so that it need not hold it; nil when the subscription has ended.
  private(set) var subscriber: ((_ node: ScopeNode, _ when: When) -> Void)?

  init(_ subscriber: @escaping (_ node: ScopeNode, _ when: When) -> Void) {
    self.subscriber = subscriber
  }

  override func releaseSubscriber() {
    subscriber = nil
  }
}
