import Statoscope

extension ExplorationPlan {
  /// Lists the ends that effects of a type may have, whichever scope of the tree enqueued them.
  ///
  /// Each of them that is in flight and waits for no other may end in each of these ways at any time, or never.
  /// Several `EFFECT`s add up. Effects that none names never end; see ``Exploration/effectsThatNeverEnd``.
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
    ending(E.self, in: .wholeTree, completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have.
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
    ending(E.self, in: .wholeTree, yields: elements, completes: values, fails: errors)
  }

  /// Adds what effects of a type may do in some scopes; each form of `EFFECT` ends here.
  func ending<E: Effect, Target: ScopeNode>(
    _ effect: E.Type,
    in targets: ChoiceTargets<Target>,
    yields elements: [E.ResultType] = [],
    completes values: [E.ResultType],
    fails errors: [any Error]
  ) -> Self {
    adding(EffectSource<E, _>(EffectEnd.all(yields: elements, completes: values, fails: errors), in: targets))
  }
}
