import Statoscope

// As in `EFFECT` without a key path, but only the effects that the child itself enqueued.

extension ExplorationPlan {
  /// Lists the ends that effects of a type may have which a child of the scope enqueued.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which a child of the scope enqueued.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Child>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the ends that effects of a type may have which a child of the scope enqueued, whenever it is there.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which a child of the scope enqueued, whenever it is there.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the ends that effects of a type may have which each of the children in an array enqueued.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each of the children in an array enqueued.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the ends that effects of a type may have which each of the children in an array enqueued, whenever it is there.
  public func EFFECT<Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each of the children in an array enqueued, whenever it is there.
  public func EFFECT<Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the ends that effects of a type may have which each of the children in a dictionary enqueued.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each of the children in a dictionary enqueued.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ effect: E.Type,
    yields elements: [E.ResultType],
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), yields: elements, completes: values, fails: errors)
  }

  /// Lists the ends that effects of a type may have which each of the children in a dictionary enqueued, whenever it is there.
  public func EFFECT<Key: Hashable, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ effect: E.Type,
    completesWith values: [E.ResultType] = [],
    failsWith errors: [any Error] = []
  ) -> Self {
    ending(E.self, in: ChoiceTargets(keyPath), completes: values, fails: errors)
  }

  /// Lists what streams of a type may yield, and the ends they may have,
  /// which each of the children in a dictionary enqueued, whenever it is there.
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
