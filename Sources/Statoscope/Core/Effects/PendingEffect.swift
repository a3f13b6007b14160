/// A description of one pending effect, for tests.
package struct PendingEffect {
  private let effect: RunningEffect

  /// A description of the event that enqueued it, if an observer of the tree requested that.
  package let startedBy: String?

  /// False if it waits for the end of another effect with the same identifier.
  package let hasStarted: Bool

  fileprivate init(_ entry: EffectsHandler.Ledger.Entry, startedBy event: String?) {
    (effect, startedBy, hasStarted) = (entry.work, event, entry.hasStarted)
  }

  package var generation: UInt64 { effect.generation }
  package var pristine: any Effect { effect.pristine }
  package var id: AnyHashable? { effect.id.map(AnyHashable.init) }

  /// Indicates whether another effect of the same scope has the same identifier, or none has any.
  package func sharesID(with other: PendingEffect) -> Bool { effect.id === other.effect.id }

  /// Indicates whether it was made of a closure, and so has no type that a user could name.
  package var isAnonymous: Bool { pristine is any ClosureEffect }
}

extension ScopeNode {
  /// The effects of this scope, oldest first.
  ///
  /// Complexity: O(n).
  package final var pendingEffects: [PendingEffect] {
    guard let handler = effectsHandler else { return [] }
    let origins = handler.origins
    return handler.listed.map { entry in
      PendingEffect(entry, startedBy: origins.isEmpty ? nil : origins[entry.generation])
    }
  }

  /// Indicates whether this scope has effects.
  package final var hasPendingEffects: Bool { effectsHandler?.listed.isEmpty == false }

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

  /// Cancels the effects of this scope and of all scopes below it; their results are discarded.
  package final func discardEffects() {
    forEachInSubtree { $0.effectsHandler?.cancelAll(of: $0) }
  }

  /// Cancels the effects of this scope, but not of those below it, that satisfy a predicate.
  package final func discardOwnEffects(where isMatch: (_ effect: any Effect) -> Bool) {
    effectsHandler?.cancel(of: self, where: isMatch)
  }
}

extension ScopeProtocol {
  /// Ends an effect by hand, as if the pristine effect had ended in this way; its own maps create the event.
  ///
  /// A stream yields its last element while it is still pending, and ends when that event has run.
  ///
  /// - Parameters:
  ///   - end: the way it ends; nil for a stream that ends without another element.
  ///   - prepare: is called before the first event is sent, after an effect other than a stream has left the list.
  /// - Throws: the error of the event's update, or that of the effect when no map turns it into an event.
  package func endEffect(
    _ generation: UInt64,
    ofPristine end: Result<Any, any Error>?,
    prepare: () -> Void = {}
  ) throws {
    guard let entry = effectsHandler?.listed.first(where: { $0.generation == generation }) else { return }
    let recipe = recipe(of: entry.work)
    let fails = if case .failure? = end { true } else { false }
    if !recipe.isStream || fails { _ = effectsHandler?.endByHand(generation, of: self) }
    prepare()
    let element = Result {
      guard let end, let when = try recipe.result(ofPristine: end) else { return }
      try trySend(when, isolation: nil)
    }
    // The element's event may have cancelled the stream.
    if !fails, recipe.isStream, effectsHandler?.endByHand(generation, of: self) != nil,
      let last = try recipe.resultOfEnd()
    {
      try trySend(last, isolation: nil)
    }
    try element.get()
  }

  /// Ends an effect by hand with an event, bypassing its maps.
  ///
  /// - Throws: the error of the event's update.
  package func endEffect(_ generation: UInt64, sending when: When, prepare: () -> Void) throws {
    guard effectsHandler?.endByHand(generation, of: self) != nil else { return }
    prepare()
    try trySend(when, isolation: nil)
  }

  /// Ends an effect by hand without an event, bypassing its maps.
  package func endEffect(_ generation: UInt64, prepare: () -> Void) {
    guard effectsHandler?.endByHand(generation, of: self) != nil else { return }
    prepare()
  }

  /// Returns the events that an end of an effect would cause, made by its own maps, and leaves the effect pending.
  ///
  /// - Parameters:
  ///   - end: the way it ends; nil for a stream that ends without another element.
  ///   - isElement: whether it is an element of a stream, after which no event of the stream's end follows.
  /// - Returns: for each event the event itself, or the error that no map turns into one.
  package func results(
    of generation: UInt64,
    endingIn end: Result<Any, any Error>?,
    isElement: Bool
  ) -> [Result<Any, any Error>] {
    guard let entry = effectsHandler?.listed.first(where: { $0.generation == generation }) else { return [] }
    let recipe = recipe(of: entry.work)
    let first = end.map { end in Result<Any?, any Error> { try recipe.result(ofPristine: end) } }
    if let first, let end {
      guard !isElement, case .success = end, case .success = first else {
        return [first].compactMap(\.ofEvent)
      }
    }
    return [first, Result<Any?, any Error> { try recipe.resultOfEnd() }].compactMap { $0?.ofEvent }
  }

  /// Makes a stream yield an element by hand; the stream remains pending.
  ///
  /// - Throws: the error of the event's update, or that of a map.
  package func yieldElement(_ element: Any, of generation: UInt64) throws {
    guard let entry = effectsHandler?.listed.first(where: { $0.generation == generation }) else { return }
    guard let when = try recipe(of: entry.work).result(ofPristine: .success(element)) else { return }
    try trySend(when, isolation: nil)
  }

  private func recipe(of effect: RunningEffect) -> any EffectRecipe<When> {
    guard let recipe = effect.recipe(endingIn: When.self) else {
      preconditionFailure("the effects of a scope end in its own events")
    }
    return recipe
  }
}

extension Result<Any?, any Error> {
  /// The event or the error; nil for an end without an event.
  fileprivate var ofEvent: Result<Any, any Error>? {
    switch self {
    case .success(let event): event.map { .success($0) }
    case .failure(let error): .failure(error)
    }
  }
}

/// The text of an effect: its own description, else its type and its parameters.
///
/// Values of property wrappers are left out, and a dictionary has the same text in each run. An object is
/// shown by its type: the effect's task may be using it.
package struct EffectText {
  package let text: String

  package init(_ effect: Any) {
    if let described = effect as? any CustomStringConvertible {
      text = PrintableText.escaped(described.description)
      return
    }
    let reflected = ReflectedValue(effect)
    guard reflected.kind == .structure else {
      text = PrintableText.escaped("\(effect)")
      return
    }
    let parameters = reflected.parts.compactMap { part -> String? in
      guard let label = part.label, !label.hasPrefix("_") else { return nil }
      return "\(label): \(InlineText(part.value, for: .effect).text)"
    }
    text = "\(reflected.typeName)(\(parameters.joined(separator: ", ")))"
  }
}
