extension ScopeProtocol {
  /// The effects under way, oldest first, with what identifies each.
  package var effectsUnderWay: [(generation: UInt64, effect: AnyEffect<When>)] {
    effectsHandler?.listed.map { ($0.generation, $0.work.effect()) } ?? []
  }

  /// Ends an effect by hand, as if the pristine effect had ended so; its own maps make the event of it.
  ///
  /// - Parameter prepare: is called when the effect is under way no more and its event not yet sent.
  /// - Throws: what the event's update throws, or the effect's error when no map makes an event of it.
  package func endEffect(
    _ generation: UInt64,
    ofPristine end: Result<Any, any Error>,
    prepare: () -> Void = {}
  ) throws {
    guard let handler = effectsHandler, let work = handler.takeOver(generation) else {
      return
    }
    let effect: AnyEffect<When> = work.effect()
    prepare()
    try trySend(try effect.result(ofPristine: end), isolation: nil)
    if case .success = end, let last = try effect.resultOfEnd() { try trySend(last, isolation: nil) }
  }

  /// Ends an effect by hand with an event, without asking its maps for one.
  ///
  /// - Throws: what the event's update throws.
  package func endEffect(_ generation: UInt64, sending when: When, prepare: () -> Void = {}) throws {
    guard let handler = effectsHandler, handler.takeOver(generation) != nil else { return }
    prepare()
    try trySend(when, isolation: nil)
  }

  /// Lets a stream under way yield an element by hand; the stream stays under way.
  ///
  /// - Throws: what the event's update throws, or what a map throws.
  package func yieldElement(_ element: Any, of generation: UInt64) throws {
    guard let found = effectsUnderWay.first(where: { $0.generation == generation }) else { return }
    try trySend(try found.effect.result(ofPristine: .success(element)), isolation: nil)
  }
}
