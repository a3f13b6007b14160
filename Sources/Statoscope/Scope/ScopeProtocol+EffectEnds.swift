extension ScopeProtocol {
  /// The effects under way, oldest first, with what identifies each.
  package var effectsUnderWay: [(generation: UInt64, effect: AnyEffect<When>)] {
    knownEffectsHandler?.listed.map { ($0.generation, $0.work) } ?? []
  }

  /// Ends an effect by hand, as if the pristine effect had ended so; its own maps make the event of it.
  ///
  /// - Throws: what the event's update throws, or the effect's error when no map makes an event of it.
  package func endEffect(_ generation: UInt64, ofPristine end: Result<Any, any Error>) throws {
    guard let handler = knownEffectsHandler, let effect = handler.take(generation, isolation: nil) else {
      return
    }
    try trySend(try effect.result(ofPristine: end), isolation: nil)
  }
}
