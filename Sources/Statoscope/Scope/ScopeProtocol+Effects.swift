extension ScopeProtocol {
  /// What `update(_:)` uses to start and cancel effects; it traps elsewhere.
  public var effectsState: EffectsState<When> {
    EffectsState(scope: self, handler: effectsHandler)
  }

  /// The pristine effects that are pending or running, oldest first.
  ///
  /// Inside `update(_:)`, the effects that this update has enqueued are included and those that it has cancelled are
  /// not. Complexity: O(n).
  public var effects: [any Effect] {
    guard let handler = knownEffectsHandler else { return [] }
    return (eventPhase == .updating ? handler.listedAfterUpdate : handler.listed).map(\.work.pristine)
  }

  /// Is given each error that an effect of this scope threw and nothing mapped to an event, after it was logged.
  ///
  /// It is called on the actor that the scope lives on. The `CancellationError` of a cancelled effect is no error.
  public var onUnhandledEffectError: ((_ error: any Error) -> Void)? {
    get { knownEffectsHandler?.onUnhandledError }
    set { effectsHandler.onUnhandledError = newValue }
  }

  private var effectsHandler: TypedEffectsHandler<When> {
    if let nodeEffects {
      // Sound: only the lines below make one, and a scope's class has one type of event.
      return unsafeDowncast(nodeEffects, to: TypedEffectsHandler<When>.self)
    }
    let handler = TypedEffectsHandler<When>(node: self) { node, when, isolation in
      // Sound: a handler hands over only to the scope that owns it, which is this one.
      unsafeDowncast(node, to: Self.self).send(when, isolation: isolation)
    }
    nodeEffects = handler
    return handler
  }
}

extension ScopeNode {
  /// The handler, if this scope ever had an effect.
  final var knownEffectsHandler: EffectsHandler? {
    guard let nodeEffects else { return nil }
    // Sound: there is no other kind.
    return unsafeDowncast(nodeEffects, to: EffectsHandler.self)
  }
}
