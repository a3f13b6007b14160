/// A description of one effect in flight for flow tests.
package struct EffectNote {
  package let generation: UInt64
  package let pristine: any Effect

  /// A description of the event that enqueued it, if an observer of the tree requested that.
  package let startedBy: String?

  /// The identifier it was enqueued with.
  package let id: AnyHashable?

  /// False if it waits for the end of another effect with the same identifier.
  package let hasStarted: Bool

  /// Indicates whether it was made of a closure, and so has no type that a user could name.
  package var isAnonymous: Bool { pristine is any ClosureEffect }
}

extension EffectsHandler {
  final var notes: [EffectNote] {
    let origins = origins
    return listed.map { entry in
      EffectNote(
        generation: entry.generation,
        pristine: entry.work.pristine,
        startedBy: origins[entry.generation],
        id: entry.id.map(AnyHashable.init),
        hasStarted: entry.hasStarted
      )
    }
  }

  final var texts: [String] { listed.map { EffectText($0.work.pristine).text } }

  /// Stores the event that enqueued some effects.
  final func noteOrigin(of effects: [EnqueuedEffect], _ origin: String) {
    let inFlight = origins.isEmpty ? [] : Set(listed.map(\.generation))
    // Changed in a copy: changed in place, each start of an effect would check for exclusivity.
    var changed = origins.filter { inFlight.contains($0.key) }
    for effect in effects { changed[effect.generation] = origin }
    origins = changed
  }
}

extension ScopeNode {
  /// The handler of this scope's effects, if it has ever had any.
  final var effectsHandler: EffectsHandler? { runtime?.effects as? EffectsHandler }

  /// The effects of this scope, oldest first.
  ///
  /// Complexity: O(n).
  package final var effectNotes: [EffectNote] {
    effectsHandler?.notes ?? []
  }

  /// This scope and those below it that have ever had an effect, parents first.
  ///
  /// Complexity: O(scopes below).
  package final var scopesWithEffects: [ScopeNode] {
    linkSubscopes()
    guard !links.isEmpty else { return effectsHandler == nil ? [] : [self] }
    var found: [ScopeNode] = []
    forEachInSubtree { if $0.effectsHandler != nil { found.append($0) } }
    return found
  }

  /// Cancels the effects of this scope and of all scopes below it; their results are dropped.
  package final func forgetEffects() {
    forEachInSubtree { $0.effectsHandler?.cancelAll(of: $0) }
  }

  /// Cancels the effects of this scope, but not of those below it, that satisfy a predicate.
  package final func forgetOwnEffects(where isNamed: (_ effect: any Effect) -> Bool) {
    effectsHandler?.cancel(of: self, where: isNamed)
  }
}
