extension ScopeNode {
  /// Makes the actor that an event named the home of this scope's tree.
  ///
  /// Only a named actor becomes a home: nothing is inferred from the current thread. Complexity: O(1) if the
  /// actor is the home already, else O(scopes of the tree).
  package final func settle(on actor: any Actor) {
    linkSubscopes()
    let context = context
    guard context.settledActor != ObjectIdentifier(actor) else { return }
    reportMove(of: context, to: actor)
    context.settleAnew(on: actor)
  }

  /// Reports that another actor than before uses a tree with effects in flight.
  ///
  /// After one actor has used a scope, the compiler prevents sending it to another, except in the cases that
  /// the article on isolation lists; then two actors may be using the scope.
  private final func reportMove(of context: TreeContext, to actor: any Actor) {
    guard let former = context.actor else { return }
    let inFlight = treeRoot.scopesWithEffects.flatMap(\.effectNotes)
    guard !inFlight.isEmpty else { return }
    StatoscopeLogger.log(.errors) {
      """
      \(typeName) was sent an event on \(typeName(of: actor)) while effects that started on \(typeName(of: former)) \
      were in flight: \(inFlight.map { EffectText($0.pristine).text }.joined(separator: ", ")). Their results are \
      delivered on \(typeName(of: actor)) from now on. Send a scope's first event where the scope lives, and do not \
      use it elsewhere afterwards.
      """
    }
  }

  private final func typeName(of actor: any Actor) -> String { Statoscope.typeName(type(of: actor)) }

  /// The root of this scope's tree.
  ///
  /// Complexity: O(depth).
  private final var treeRoot: ScopeNode {
    var top = self
    while let parent = top.parentNode { top = parent }
    return top
  }
}
