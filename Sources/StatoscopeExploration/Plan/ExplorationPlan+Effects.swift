import Statoscope

extension ExplorationPlan {
  /// Lists the possible results of effects of a type, whichever scope of the tree enqueued them.
  ///
  /// Each such effect that is in flight and has started may end with each of these results at any time, or
  /// never. Several `EFFECT`s add up. Effects that none of them lists never end; see
  /// ``Exploration/effectsThatNeverEnd``.
  ///
  /// The events that an effect would end in are part of the state, so its maps are called while it is in flight, too: they
  /// only make events.
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
    listing(E.self, in: .wholeTree, completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams of a type.
  ///
  /// - Parameters:
  ///   - effect: the type of the pristine stream, under all of its maps.
  ///   - elements: the elements that it may yield at any time; it stays in flight.
  ///   - values: the last elements with which it may complete.
  ///   - errors: the errors with which it may fail.
  ///   - ends: whether it may end without another element.
  public func EFFECT<E: StreamEffect>(
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self {
    listing(E.self, in: .wholeTree, yields: elements, completes: values, fails: errors, ends: ends)
  }

  /// Lists the possible results of effects that a child of the scope enqueued itself.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    listing(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams that a child of the scope enqueued itself.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self {
    listing(
      E.self,
      in: ChoiceTargets(keyPath),
      yields: elements,
      completes: values,
      fails: errors,
      ends: ends
    )
  }

  /// Lists the possible results of effects of an optional child, or of each child in an array or a dictionary.
  public func EFFECT<Children: ExplorationTargets, E: Effect>(
    _ keyPath: KeyPath<Sut, Children>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self where Children.Target: ScopeProtocol {
    listing(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams of an optional child, or of each child in an array or
  /// a dictionary.
  public func EFFECT<Children: ExplorationTargets, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Children>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self where Children.Target: ScopeProtocol {
    listing(
      E.self,
      in: ChoiceTargets(keyPath),
      yields: elements,
      completes: values,
      fails: errors,
      ends: ends
    )
  }

  /// Lists the possible results of effects of each child in an optional array or dictionary.
  public func EFFECT<Children: ExplorationTargets, E: Effect>(
    _ keyPath: KeyPath<Sut, Children?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self where Children.Target: ScopeProtocol {
    listing(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams of each child in an optional array or dictionary.
  public func EFFECT<Children: ExplorationTargets, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Children?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self where Children.Target: ScopeProtocol {
    listing(
      E.self,
      in: ChoiceTargets(keyPath),
      yields: elements,
      completes: values,
      fails: errors,
      ends: ends
    )
  }

  /// Lists the possible results of effects of the scope in a case of a `ScopeEnum`, whenever it is of a class.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    listing(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams of the scope in a case of a `ScopeEnum`, whenever it is
  /// of a class.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self {
    listing(
      E.self,
      in: ChoiceTargets(keyPath, as: type),
      yields: elements,
      completes: values,
      fails: errors,
      ends: ends
    )
  }

  /// Lists the possible results of effects of each scope of a class in the cases of an array or a dictionary.
  public func EFFECT<Screens: ExplorationTargets, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screens>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self where Screens.Target: ScopeEnum {
    listing(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists the possible elements and results of streams of each scope of a class in the cases of an array or a
  /// dictionary.
  public func EFFECT<Screens: ExplorationTargets, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Screens>,
    as type: Child.Type,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = [],
    ends: Bool = false
  ) -> Self where Screens.Target: ScopeEnum {
    listing(
      E.self,
      in: ChoiceTargets(keyPath, as: type),
      yields: elements,
      completes: values,
      fails: errors,
      ends: ends
    )
  }

  /// Adds the possible results of effects of a type in some scopes; every form with lists calls this.
  private func listing<E: Effect, Target: ScopeNode>(
    _ effect: E.Type,
    in targets: ChoiceTargets<Target>,
    yields elements: [E.ResultType] = [],
    completes values: [E.ResultType],
    fails errors: [any Error],
    ends: Bool = false
  ) -> Self {
    let results =
      elements.map { ListedResult.yields($0) } + values.map { .completes($0) } + errors.map { .fails($0) }
      + (ends ? [.ends] : [])
    return adding(EffectChoices<E, _>(targets, .always(results)))
  }
}

// MARK: Ends that depend on the effect and the state

extension ExplorationPlan {
  /// Lists the ways in which effects of a type may end in the current state, whichever scope of the tree enqueued them.
  ///
  /// ```swift
  /// .EFFECT(Receive.self) { receive, sut in
  ///   sut.channel.first.map { [.completes(with: $0)] } ?? []
  /// }
  /// ```
  /// - Parameters:
  ///   - effect: the type of the pristine effect, under all of its maps.
  ///   - ends: returns the ways in which this effect may end, or yield, in this state; none if it cannot end now. It is
  ///     called while the effect is in flight, and depends on nothing but its arguments.
  public func EFFECT<E: Effect>(
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ sut: Sut) -> [EffectEnd<E.ResultType>]
  ) -> Self {
    adding(
      EffectChoices<E, _>(
        ChoiceTargets.wholeTree,
        .now { effect, _, root in ends(effect, root.typed()).map(ListedResult.init) }
      )
    )
  }

  /// Lists the ways in which effects that a child enqueued itself may end in the current state.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ child: Child) -> [EffectEnd<E.ResultType>]
  ) -> Self {
    listing(in: ChoiceTargets(keyPath), ends)
  }

  /// Lists the ways in which effects of an optional child, or of each child in an array or a dictionary, may end in the
  /// current state.
  public func EFFECT<Children: ExplorationTargets, E: Effect>(
    _ keyPath: KeyPath<Sut, Children>,
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ child: Children.Target) -> [EffectEnd<E.ResultType>]
  ) -> Self where Children.Target: ScopeProtocol {
    listing(in: ChoiceTargets(keyPath), ends)
  }

  /// Lists the ways in which effects of each child in an optional array or dictionary may end in the current state.
  public func EFFECT<Children: ExplorationTargets, E: Effect>(
    _ keyPath: KeyPath<Sut, Children?>,
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ child: Children.Target) -> [EffectEnd<E.ResultType>]
  ) -> Self where Children.Target: ScopeProtocol {
    listing(in: ChoiceTargets(keyPath), ends)
  }

  /// Lists the ways in which effects of the scope in a case of a `ScopeEnum` may end in the current state, whenever it is
  /// of a class.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ child: Child) -> [EffectEnd<E.ResultType>]
  ) -> Self {
    listing(in: ChoiceTargets(keyPath, as: type), ends)
  }

  /// Lists the ways in which effects of each scope of a class in the cases of an array or a dictionary may end in the
  /// current state.
  public func EFFECT<Screens: ExplorationTargets, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screens>,
    as type: Child.Type,
    _ effect: E.Type,
    _ ends: @escaping (_ effect: E, _ child: Child) -> [EffectEnd<E.ResultType>]
  ) -> Self where Screens.Target: ScopeEnum {
    listing(in: ChoiceTargets(keyPath, as: type), ends)
  }

  private func listing<E: Effect, Child: ScopeProtocol>(
    in targets: ChoiceTargets<Child>,
    _ ends: @escaping (_ effect: E, _ child: Child) -> [EffectEnd<E.ResultType>]
  ) -> Self {
    adding(
      EffectChoices<E, _>(targets, .now { effect, child, _ in ends(effect, child).map(ListedResult.init) })
    )
  }
}

/// A way in which an effect may end, or yield, in some state of an exploration.
public enum EffectEnd<Value> {
  /// The effect completes with a value; for a stream, its last element.
  case completes(with: Value)
  /// The effect fails with an error.
  case fails(with: any Error)
  /// The stream yields an element, and stays in flight.
  case yields(Value)
  /// The stream ends without another element.
  case ends
}
