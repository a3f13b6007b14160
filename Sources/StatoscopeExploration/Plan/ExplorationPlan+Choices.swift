import Statoscope

// MARK: Events

extension ExplorationPlan {
  /// Lists the possible events of the scope.
  ///
  /// - Parameter events: returns the events that may be sent in the current state. Several `EVENTS` add up.
  public func EVENTS(_ events: @escaping (_ sut: Sut) -> [Sut.When]) -> Self {
    adding(EventChoices(events, to: ChoiceTargets { (sut: Sut) in sut }))
  }

  /// Lists the possible events of a child of the scope.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventChoices(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of an optional child, or of each child in an array or a dictionary.
  public func EVENTS<Children: ExplorationTargets>(
    _ keyPath: KeyPath<Sut, Children>,
    _ events: @escaping (_ child: Children.Target) -> [Children.Target.When]
  ) -> Self where Children.Target: ScopeProtocol {
    adding(EventChoices(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of each child in an optional array or dictionary.
  public func EVENTS<Children: ExplorationTargets>(
    _ keyPath: KeyPath<Sut, Children?>,
    _ events: @escaping (_ child: Children.Target) -> [Children.Target.When]
  ) -> Self where Children.Target: ScopeProtocol {
    adding(EventChoices(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of the scope in a case of a `ScopeEnum`, whenever it is of a class.
  public func EVENTS<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventChoices(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the possible events of each scope of a class in the cases of an array or a dictionary, such as a
  /// navigation stack.
  public func EVENTS<Screens: ExplorationTargets, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Screens>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self where Screens.Target: ScopeEnum {
    adding(EventChoices(events, to: ChoiceTargets(keyPath, as: type)))
  }
}

// MARK: Results of effects

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
  public func EFFECT<E: StreamEffect>(
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    listing(E.self, in: .wholeTree, yields: elements, completes: values, fails: errors)
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
    failsWith errors: [any Error] = []
  ) -> Self {
    listing(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
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
    failsWith errors: [any Error] = []
  ) -> Self where Children.Target: ScopeProtocol {
    listing(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
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
    failsWith errors: [any Error] = []
  ) -> Self where Children.Target: ScopeProtocol {
    listing(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
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
    failsWith errors: [any Error] = []
  ) -> Self {
    listing(E.self, in: ChoiceTargets(keyPath, as: type), yields: elements, completes: values, fails: errors)
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
    failsWith errors: [any Error] = []
  ) -> Self where Screens.Target: ScopeEnum {
    listing(E.self, in: ChoiceTargets(keyPath, as: type), yields: elements, completes: values, fails: errors)
  }

  /// Adds the possible results of effects of a type in some scopes; every form of `EFFECT` calls this.
  private func listing<E: Effect, Target: ScopeNode>(
    _ effect: E.Type,
    in targets: ChoiceTargets<Target>,
    yields elements: [E.ResultType] = [],
    completes values: [E.ResultType],
    fails errors: [any Error]
  ) -> Self {
    let results =
      elements.map { ListedResult.yields($0) } + values.map { .completes($0) } + errors.map { .fails($0) }
    return adding(EffectChoices<E, _>(targets: targets, results: results))
  }
}
