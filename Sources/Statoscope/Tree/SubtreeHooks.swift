/// An event on its way to its scope, as ``ScopeProtocol/addSubscopeMiddleware(_:)`` sees it.
public struct ScopeEvent {
  /// The scope that the event was sent to.
  public let scope: ScopeNode

  /// What happened, of the scope's own type of event.
  public let when: any Sendable

  /// The path from the root to the scope when the event was sent, as a key path reads in source: `\.list.items[3]`.
  ///
  /// It stays the same when the event removes the scope. Complexity: O(depth × siblings in the properties on the way).
  public var path: String { place.path }

  let place: EventPlace
}

/// What is called around each event of one scope and of all below it, and after it.
final class SubtreeHooks {
  typealias Onlooker = (_ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// Is given the scope that it was added to, which it must not keep.
  typealias Middleware = (_ owner: ScopeNode, _ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// The last added is the outermost.
  var middlewares: [Middleware] = []

  /// Who looks on for a flow test, outside all of them; it is no hook of anybody's app.
  fileprivate(set) var onlooker: Onlooker?

  /// Who looks at the scope after each event, also one whose update threw: that undoes nothing.
  private var observers: [Observer] = []

  /// At how many observers those that have ended are removed, so that their number stays in proportion to the others.
  private var observerLimit = 16

  /// Whether anybody is left to call.
  var isNeeded: Bool {
    onlooker != nil || hasForeignHooks
  }

  /// Whether anybody but a flow test is called.
  var hasForeignHooks: Bool {
    !middlewares.isEmpty || observers.contains { !$0.hasEnded() }
  }

  func addObserver(_ observer: Observer) {
    if observers.count >= observerLimit {
      observers.removeAll { $0.hasEnded() }
      observerLimit = max(16, 2 * observers.count)
    }
    observers.append(observer)
  }

  func announce() {
    guard !observers.isEmpty else { return }
    observers.removeAll { $0.hasEnded() }
    for observer in observers { observer.look() }
  }

  /// Runs all middlewares around an event, the last added outermost.
  func run(_ event: ScopeEvent, at owner: ScopeNode, _ next: @escaping () throws -> Void) throws {
    for observer in observers where !observer.hasEnded() { observer.lookAhead(event.scope) }
    let run = middlewares.reduce(next) { inner, middleware in { try middleware(owner, event, inner) } }
    if let onlooker { try onlooker(event, run) } else { try run() }
  }

  /// Somebody who looks at a scope's state, until it is of no use to anybody.
  struct Observer {
    let hasEnded: () -> Bool
    /// Called before an event with the scope that it was sent to.
    var lookAhead: (ScopeNode) -> Void = { _ in }
    /// Called after each event.
    var look: () -> Void = {}
  }
}

extension ScopeNode {
  /// Calls a closure around each event of this scope and of all below it, for a flow test.
  package final func lookOn(
    _ onlooker: @escaping (_ event: ScopeEvent, _ next: () throws -> Void) throws -> Void
  ) {
    linkSubscopes()
    ensuredSubtreeHooks.onlooker = onlooker
  }

  /// Finds the hooks of this scope and of all above it, nearest first, and drops those that nobody needs any more.
  ///
  /// Complexity: O(depth).
  final func findSubtreeHooks() -> [(node: ScopeNode, hooks: SubtreeHooks)] {
    var found: [(node: ScopeNode, hooks: SubtreeHooks)] = []
    var node: ScopeNode? = self
    while let current = node {
      if let hooks = current.subtreeHooks {
        if hooks.isNeeded { found.append((current, hooks)) } else { current.dropSubtreeHooks() }
      }
      node = current.parentNode
    }
    return found
  }

  private final func dropSubtreeHooks() {
    subtreeHooks = nil
    context.subtreeHookCount -= 1
  }

  /// The hooks of this scope, made when they are first needed.
  final var ensuredSubtreeHooks: SubtreeHooks {
    if let subtreeHooks { return subtreeHooks }
    let hooks = SubtreeHooks()
    subtreeHooks = hooks
    context.subtreeHookCount += 1
    return hooks
  }
}
