import Statoscope

extension ExplorationPlan {
  /// Lists what may happen to the scope.
  ///
  /// - Parameter events: gives the events that may be sent in the present state. Several `EVENTS` add up.
  public func EVENTS(_ events: @escaping (_ sut: Sut) -> [Sut.When]) -> Self {
    adding(EventSource(events, to: ChoiceTargets(one: { (sut: Sut) in sut })))
  }

  /// Lists what may happen to a child of the scope.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists what may happen to a child of the scope, whenever it is there.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists what may happen to each of the children in an array.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists what may happen to each of the children in an array, whenever it is there.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists what may happen to each of the children in a dictionary.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists what may happen to each of the children in a dictionary, whenever it is there.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }
}
