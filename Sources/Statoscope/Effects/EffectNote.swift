/// One effect in flight, as a flow test looks at it.
package struct EffectNote {
  package let generation: UInt64
  package let pristine: any Effect

  /// A description of the event that it was enqueued by, if an observer of the tree asked for it then.
  package let startedBy: String?

  /// What it was enqueued with.
  package let id: AnyHashable?

  /// False for one that waits for another of its id to end.
  package let hasStarted: Bool

  /// Whether it was made of a closure, so that it has no type which its user could name.
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

  /// Notes the event that some effects were enqueued by.
  final func noteOrigin(of effects: [EnqueuedEffect], _ origin: String) {
    let inFlight = origins.isEmpty ? [] : Set(listed.map(\.generation))
    // Changed in a copy: changed in their place, each start of an effect would check that no change is in progress.
    var changed = origins.filter { inFlight.contains($0.key) }
    for effect in effects { changed[effect.generation] = origin }
    origins = changed
  }
}

extension ScopeNode {
  /// What starts, lists and cancels the effects of this scope, if it ever had any.
  final var effectsHandler: EffectsHandler? { runtime?.effects as? EffectsHandler }

  /// The effects of this scope, oldest first.
  ///
  /// Complexity: O(n).
  package final var effectNotes: [EffectNote] {
    effectsHandler?.notes ?? []
  }

  /// This scope and those below it that ever had an effect, parents first.
  ///
  /// Complexity: O(scopes below).
  package final var scopesWithEffects: [ScopeNode] {
    linkSubscopes()
    guard !links.isEmpty else { return effectsHandler == nil ? [] : [self] }
    var found: [ScopeNode] = []
    forEachInSubtree { if $0.effectsHandler != nil { found.append($0) } }
    return found
  }

  /// Cancels the effects of this scope and of all below it; none of them delivers anything any more.
  package final func forgetEffects() {
    forEachInSubtree { $0.effectsHandler?.cancelAll(of: $0) }
  }

  /// Cancels those effects of this scope alone that a closure names.
  package final func forgetOwnEffects(where isNamed: (_ effect: any Effect) -> Bool) {
    effectsHandler?.cancel(of: self, where: isNamed)
  }
}
