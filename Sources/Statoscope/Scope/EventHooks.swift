/// What is called around and after the events of one scope.
final class EventHooks<When: Sendable>: AnyEventHooks {
  typealias Next = (_ when: When) throws -> Void
  /// Is given the scope that it was added to, which it must not keep.
  typealias Middleware = (_ scope: ScopeNode, _ when: When, _ next: @escaping Next) throws -> Void

  private var middlewares: [Middleware] = []

  func add(_ middleware: @escaping Middleware) {
    middlewares.append(middleware)
    wrapUpdates = true
  }

  /// Runs all middlewares around an update, the last added outermost.
  func run(_ when: When, at scope: ScopeNode, _ update: @escaping Next) throws {
    let run = middlewares.reduce(update) { inner, middleware in { try middleware(scope, $0, inner) } }
    try run(when)
  }
}

/// One subscriber to the events of a scope.
final class EventSubscription<When: Sendable>: AnyEventSubscription {
  /// Is given the scope, so that it need not hold it.
  let call: (_ node: ScopeNode, _ when: When) -> Void

  init(_ call: @escaping (_ node: ScopeNode, _ when: When) -> Void) {
    self.call = call
  }
}

extension ScopeProtocol {
  /// Calls the subscribers in the order in which they subscribed; one that another ended is not called any more.
  func announce(_ when: When) {
    guard eventHooks != nil else { return }
    // Sound: a scope never lets go of its hooks, and whoever sends it an event keeps it.
    Unmanaged.passUnretained(eventHooks.unsafelyUnwrapped)._withUnsafeGuaranteedRef { hooks in
      hooks.forEachSubscription { subscription in
        // Sound: only `subscribe` adds one, and a scope's class has one type of event.
        unsafeDowncast(subscription, to: EventSubscription<When>.self).call(self, when)
      }
    }
  }
}
