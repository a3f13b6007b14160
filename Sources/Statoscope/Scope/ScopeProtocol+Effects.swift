extension ScopeProtocol {
  /// What `update(_:)` uses to start and cancel effects; it traps elsewhere.
  public var effectsState: EffectsState<When> {
    EffectsState(scope: self, handler: effectsHandler)
  }

  /// The pristine effects that are pending or running, oldest first.
  ///
  /// Complexity: O(n log n).
  public var effects: [any Effect] {
    knownEffectsHandler?.listed.map(\.work.effect.pristine) ?? []
  }

  /// Is given each error that an effect of this scope threw and nothing mapped to an event, after it was logged.
  ///
  /// It is called on the actor that the scope lives on. The `CancellationError` of a cancelled effect is no error.
  public var onUnhandledEffectError: ((_ error: any Error) -> Void)? {
    get { knownEffectsHandler?.onUnhandledError }
    set { effectsHandler.onUnhandledError = newValue }
  }

  /// The handler, if this scope ever had an effect.
  ///
  var knownEffectsHandler: EffectsHandler<When>? {
    guard let nodeEffects else { return nil }
    // Sound: only `effectsHandler` below makes one, and a scope's class has one type of event.
    return unsafeDowncast(nodeEffects, to: EffectsHandler<When>.self)
  }

  private var effectsHandler: EffectsHandler<When> {
    if let known = knownEffectsHandler { return known }
    let handler = EffectsHandler<When>(node: self) { node, when, isolation in
      // Sound: a handler hands over only to the scope that owns it, which is this one.
      unsafeDowncast(node, to: Self.self).send(when, isolation: isolation)
    }
    nodeEffects = handler
    return handler
  }
}
