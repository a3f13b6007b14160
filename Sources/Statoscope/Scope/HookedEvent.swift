/// One event on its path through all hooks, from the root's outermost one to the update.
struct HookedEvent<When: Sendable> {
  let scope: ScopeNode
  let when: When
  let runtime: ScopeRuntime<When>?
  /// Nearest first.
  let middlewares: [(node: ScopeNode, hooks: SubtreeHooks)]

  func run(_ update: (_ when: When) throws -> Void) throws {
    guard !middlewares.isEmpty else { return try runInside(update) }
    let context = scope.context
    var place = EventPlace(of: scope)
    context.eventPlaces.append(place)
    defer {
      // By now the tree may be part of another, and a middleware may have retained the event.
      context.current.eventPlaces.removeAll { $0 === place }
      if !isKnownUniquelyReferenced(&place) { place.fixPath() }
    }
    try runAround(ScopeEvent(scope: scope, when: when, place: place), update)
  }

  private func runAround(_ event: ScopeEvent, _ update: (_ when: When) throws -> Void) throws {
    try withoutActuallyEscaping(update) { update in
      var run: () throws -> Void = { try runInside(update) }
      for (node, hooks) in middlewares {
        let inner = run
        run = { try hooks.run(event, at: node, inner) }
      }
      try run()
    }
  }

  private func runInside(_ update: (_ when: When) throws -> Void) throws {
    guard let runtime, scope.hasMiddleware else { return try update(when) }
    try withoutActuallyEscaping(update) { try runtime.runMiddlewares(around: $0, of: scope, for: when) }
  }
}
