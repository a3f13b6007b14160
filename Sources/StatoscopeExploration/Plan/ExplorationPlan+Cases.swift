import Statoscope
import StatoscopeTesting

// `EVENTS` and `EFFECT` for the scopes of one class in the cases of a `ScopeEnum`.

extension ExplorationPlan {
  /// Lists the possible events of the scope in a case of a `ScopeEnum`, whenever it is of a class.
  public func EVENTS<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the possible ends of effects enqueued by the scope of a class in a case of a `ScopeEnum`.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by the scope of a class in a case.
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

  /// Lists the possible events of each scope of a class in the cases of an array, such as a navigation stack.
  public func EVENTS<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Screen]>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the possible ends of effects enqueued by each scope of a class in the cases of an array.
  public func EFFECT<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each scope of a class in the cases of an
  /// array.
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

  /// Lists the possible events of each scope of a class in the cases of a dictionary.
  public func EVENTS<Key: Hashable, Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Screen]>,
    as type: Child.Type,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath, as: type)))
  }

  /// Lists the possible ends of effects enqueued by each scope of a class in the cases of a dictionary.
  public func EFFECT<Key: Hashable, Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Screen]>,
    as type: Child.Type,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath, as: type), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each scope of a class in the cases of a
  /// dictionary.
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
