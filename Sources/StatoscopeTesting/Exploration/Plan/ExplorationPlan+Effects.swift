import Statoscope

extension ExplorationPlan {
  /// Says how effects of a type may end, whichever scope of the tree enqueued them.
  ///
  /// Each of them that is in flight and waits for no other may end in each of these ways at any time, or never.
  /// Those that no `EFFECT` speaks of never end; see ``Exploration/effectsThatNeverEnd``.
  ///
  /// - Parameters:
  ///   - effect: the type of the effect as it was written, under every `map`.
  ///   - values: what it may complete with; of a stream, its last element.
  ///   - errors: what it may fail with.
  public func EFFECT<E: Effect>(
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    let ends = values.map { EffectEnd.completes($0) } + errors.map { EffectEnd.fails($0) }
    return adding(EffectSource<E>(ends: ends))
  }

  /// Says what streams of a type may yield, and how they may end.
  ///
  /// - Parameters:
  ///   - effect: the type of the stream as it was written, under every `map`.
  ///   - elements: what it may yield at any time; it stays in flight.
  ///   - values: what it may end with, as its last element.
  ///   - errors: what it may fail with.
  public func EFFECT<E: StreamEffect>(
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    let ends = values.map { EffectEnd.completes($0) } + errors.map { EffectEnd.fails($0) }
    return adding(EffectSource<E>(ends: elements.map { EffectEnd.yields($0) } + ends))
  }
}
