extension ScopeProtocol {
  /// Runs an event, and returns when the effects that it started have ended, and those that their events started.
  ///
  /// ```swift
  /// List(news.articles) { … }.refreshable { await news.perform(.userPulledToRefresh) }
  /// ```
  /// It waits for effects of all scopes, also of other trees, that the event leads to; for a stream until it ends. It also
  /// joins the effect that ``EffectPolicy/ignore`` kept in place of one of these. It does not wait for effects that never
  /// start (``EffectsExecution/enqueueOnly``), nor for what a task that an effect or an update has started sends.
  ///
  /// Cancelling the caller's task cancels the effects that it still waits for, if an event that was performed has enqueued
  /// them and no other caller waits for them.
  ///
  /// - Parameters:
  ///   - when: the event; the error of its update is logged, as by ``send(_:isolation:)``.
  ///   - isolation: the actor that the scope lives on; omit it.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func perform(_ when: When, isolation: isolated (any Actor)? = #isolation) async -> Self {
    let performance = Performance()
    performance.run { _ = send(when, isolation: isolation) }
    for effect in await performance.finish() { await effect.cancelAtHome(from: isolation) }
    return self
  }

  /// Runs an event like ``perform(_:isolation:)``, and throws its first error.
  ///
  /// ```swift
  /// func respond(to request: Request) async throws -> Response {
  ///   try await session.tryPerform(.received(request))
  ///   return Response(session.page)
  /// }
  /// ```
  /// - Parameters:
  ///   - when: the event.
  ///   - isolation: the actor that the scope lives on; omit it.
  /// - Throws: the error of the event's update, at once; the first error of an effect that no map turned into an event, when
  ///   all have ended; `CancellationError` when the caller's task was cancelled before.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func tryPerform(_ when: When, isolation: isolated (any Actor)? = #isolation) async throws -> Self {
    let performance = Performance()
    try performance.run { _ = try trySend(when, isolation: isolation) }
    for effect in await performance.finish() { await effect.cancelAtHome(from: isolation) }
    if let error = performance.firstError { throw error }
    if performance.isAbandoned { throw CancellationError() }
    return self
  }
}
