extension ScopeProtocol {
  /// Ends an effect by hand, as if the pristine effect had ended so; its own maps make the event of it.
  ///
  /// - Parameter prepare: is called when the effect is in flight no more and its event not yet sent.
  /// - Throws: what the event's update throws, or the effect's error when no map makes an event of it.
  package func endEffect(
    _ generation: UInt64,
    ofPristine end: Result<Any, any Error>,
    prepare: () -> Void = {}
  ) throws {
    guard let effect = effectsHandler?.endByHand(generation, of: self)?.effect else { return }
    prepare()
    try trySendEvent(try effect.event(ofPristine: end))
    if case .success = end, let last = try effect.eventOfEnd() { try trySendEvent(last) }
  }

  /// Ends an effect by hand with an event, without asking its maps for one.
  ///
  /// - Throws: what the event's update throws.
  package func endEffect(_ generation: UInt64, sending when: When, prepare: () -> Void = {}) throws {
    guard effectsHandler?.endByHand(generation, of: self) != nil else { return }
    prepare()
    try trySend(when, isolation: nil)
  }

  /// Lets a stream in flight yield an element by hand; the stream stays in flight.
  ///
  /// - Throws: what the event's update throws, or what a map throws.
  package func yieldElement(_ element: Any, of generation: UInt64) throws {
    guard let entry = effectsHandler?.listed.first(where: { $0.generation == generation }) else { return }
    try trySendEvent(try entry.work.effect.event(ofPristine: .success(element)))
  }

  private func trySendEvent(_ event: any Sendable) throws {
    try trySend(ScopeRuntime<When>.typed(event), isolation: nil)
  }
}
