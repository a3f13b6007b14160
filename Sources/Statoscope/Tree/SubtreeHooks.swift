/// An event on its way to its scope, as ``ScopeProtocol/addSubscopeMiddleware(_:)`` sees it.
public struct ScopeEvent {
  /// The scope that the event was sent to.
  public let scope: ScopeNode

  /// What happened, of the scope's own type of event.
  public let when: any Sendable

  /// The way to the scope from the root, as a key path reads in source: `\.list.items[3]`.
  ///
  /// Complexity: O(depth × siblings in the properties on the way).
  public var path: String { ScopeTree(scope).keyPathFromRoot }
}

/// What is called around each event of one scope and of all below it, and after each update there.
final class SubtreeHooks {
  typealias Middleware = (_ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// The last added is the outermost.
  var middlewares: [Middleware] = []

  /// Called after each update that did not throw, until they answer that they want no more.
  private var observers: [() -> Bool] = []

  func addObserver(_ observer: @escaping () -> Bool) {
    observers.append(observer)
  }

  func announce() {
    guard !observers.isEmpty else { return }
    let called = observers
    observers = []
    let staying = called.filter { $0() }
    // Those that were added meanwhile come after those that were there.
    observers = staying + observers
  }

  /// Runs all middlewares around an event, the last added outermost.
  func run(_ event: ScopeEvent, _ next: @escaping () throws -> Void) throws {
    let run = middlewares.reduce(next) { inner, middleware in { try middleware(event, inner) } }
    try run()
  }
}

extension ScopeNode {
  /// The hooks of this scope and of all above it, nearest first.
  ///
  /// Complexity: O(depth).
  final var subtreeHooksToRoot: [SubtreeHooks] {
    var found: [SubtreeHooks] = []
    var node: ScopeNode? = self
    while let current = node {
      if let hooks = current.subtreeHooks { found.append(hooks) }
      node = current.parentNode
    }
    return found
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
