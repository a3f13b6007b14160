extension ScopeProtocol {
  /// Ends an effect by hand, as if the pristine effect had ended in this way; its own maps create the event.
  ///
  /// - Parameter prepare: is called after the effect has left the list and before its event is sent.
  /// - Throws: the error of the event's update, or that of the effect when no map turns it into an event.
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

  /// Ends an effect by hand with an event, bypassing its maps.
  ///
  /// - Throws: the error of the event's update.
  package func endEffect(_ generation: UInt64, sending when: When, prepare: () -> Void = {}) throws {
    guard effectsHandler?.endByHand(generation, of: self) != nil else { return }
    prepare()
    try trySend(when, isolation: nil)
  }

  /// Makes a stream in flight yield an element by hand; the stream remains in flight.
  ///
  /// - Throws: the error of the event's update, or that of a map.
  package func yieldElement(_ element: Any, of generation: UInt64) throws {
    guard let entry = effectsHandler?.listed.first(where: { $0.generation == generation }) else { return }
    try trySendEvent(try entry.work.effect.event(ofPristine: .success(element)))
  }

  private func trySendEvent(_ event: any Sendable) throws {
    try trySend(ScopeRuntime<When>.typed(event), isolation: nil)
  }
}
