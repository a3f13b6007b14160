import Statoscope
import StatoscopeTesting

extension ExplorationPlan {
  /// Lists the possible ends of effects of a type, whichever scope of the tree enqueued them.
  ///
  /// Each such effect that is in flight and has started may end in each of these ways at any time, or never.
  /// Several `EFFECT`s add up. Effects that none of them lists never end; see
  /// ``Exploration/effectsThatNeverEnd``.
  ///
  /// - Parameters:
  ///   - effect: the type of the pristine effect, under all of its maps.
  ///   - values: the values with which it may complete; for a stream, its last element.
  ///   - errors: the errors with which it may fail.
  public func EFFECT<E: Effect>(
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: .wholeTree, completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams of a type.
  ///
  /// - Parameters:
  ///   - effect: the type of the pristine stream, under all of its maps.
  ///   - elements: the elements that it may yield at any time; it stays in flight.
  ///   - values: the last elements with which it may end.
  ///   - errors: the errors with which it may fail.
  public func EFFECT<E: StreamEffect>(
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: .wholeTree, yields: elements, completes: values, fails: errors)
  }

  /// Adds the possible ends of effects of a type in some scopes; every form of `EFFECT` calls this.
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
