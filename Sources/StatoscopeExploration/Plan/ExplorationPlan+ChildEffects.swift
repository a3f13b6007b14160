import Statoscope
import StatoscopeTesting

// Like `EFFECT` without a key path, but only for effects that the child itself enqueued.

extension ExplorationPlan {
  /// Lists the possible ends of effects enqueued by a child of the scope.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by a child of the scope.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the possible ends of effects enqueued by an optional child of the scope.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by an optional child of the scope.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the possible ends of effects enqueued by each of the children in an array.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each of the children in an array.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the possible ends of effects enqueued by each of the children in an optional array.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each of the children in an optional array.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the possible ends of effects enqueued by each of the children in a dictionary.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each of the children in a dictionary.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the possible ends of effects enqueued by each of the children in an optional dictionary.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists the possible elements and ends of streams enqueued by each of the children in an optional
  /// dictionary.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }
}
