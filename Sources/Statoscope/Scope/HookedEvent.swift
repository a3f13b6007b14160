/// One event on its way through all that is called around it, from the root's outermost to the update.
struct HookedEvent<When: Sendable> {
  let scope: ScopeNode
  let when: When
  let hooks: EventHooks<When>?
  /// Nearest first.
  let subtreeHooks: [SubtreeHooks]

  func run(_ update: (_ when: When) throws -> Void) throws {
    try withoutActuallyEscaping(update) { update in
      var run: () throws -> Void = { [hooks, when] in
        if let hooks { try hooks.run(when, update) } else { try update(when) }
      }
      let event = ScopeEvent(scope: scope, when: when)
      for hooks in subtreeHooks {
        let inner = run
        run = { try hooks.run(event, inner) }
      }
      try run()
    }
  }
}
