extension ScopeProtocol {
  /// The effects of this scope for its `update(_:)`, to start and cancel them; any other access traps.
  public var effectsState: EffectsState<When> {
    EffectsState(scope: self, handler: ensuredEffectsHandler)
  }

  /// The pristine effects that are pending or running, oldest first.
  ///
  /// Inside `update(_:)`, the effects that this update has enqueued are included and those that it has cancelled are
  /// not. Complexity: O(n).
  public var effects: [any Effect] {
    guard let handler = effectsHandler else { return [] }
    return (eventPhase == .updating ? handler.listedAfterUpdate : handler.listed).map(\.work.pristine)
  }

  /// A closure for each error of an effect of this scope that no map turned into an event, called after the
  /// error is logged.
  ///
  /// It is called on the actor that the scope lives on. The `CancellationError` of a cancelled effect is not
  /// an error.
  public var onUnhandledEffectError: ((_ error: any Error) -> Void)? {
    get { effectsHandler?.onUnhandledError }
    set { ensuredEffectsHandler.handleUnhandledErrors(newValue) }
  }

  private var ensuredEffectsHandler: EffectsHandler {
    if let effectsHandler { return effectsHandler }
    let handler = EffectsHandler(node: self)
    ensuredRuntime.effects = handler
    return handler
  }
}
