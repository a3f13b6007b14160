import Statoscope

// `EVENTS` and `EFFECT` for the scopes of one class in the cases of a `ScopeEnum`.

extension ExplorationPlan {
  /// Lists what may happen to the scope in a case of a `ScopeEnum`, whenever it is of a class.
  public func EVENTS<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the ends that effects may have which the scope of a class in a case of a `ScopeEnum` enqueued.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which the scope of a class in a case enqueued.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), yields: elements, completes: values, fails: errors)
  }

  /// Lists what may happen to each scope of a class in the cases of an array, such as a stack of screens.
  public func EVENTS<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Screen]>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the ends that effects of a type may have which each scope of a class in the cases of an array enqueued.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each scope of a class in the cases of an array enqueued.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), yields: elements, completes: values, fails: errors)
  }

  /// Lists what may happen to each scope of a class in the cases of a dictionary.
  public func EVENTS<Key: Hashable, Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Screen]>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the ends that effects of a type may have which each scope of a class in the cases of a dictionary enqueued.
  public func EFFECT<Key: Hashable, Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each scope of a class in the cases of a dictionary enqueued.
  public func EFFECT<Key: Hashable, Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Key: Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), yields: elements, completes: values, fails: errors)
  }
}
