import Statoscope
import StatoscopeTesting

extension ExplorationPlan {
  /// Lists the possible events of the scope.
  ///
  /// - Parameter events: returns the events that may be sent in the current state. Several `EVENTS` add up.
  public func EVENTS(_ events: @escaping (_ sut: Sut) -> [Sut.When]) -> Self {
    adding(EventSource(events, to: ChoiceTargets(one: { (sut: Sut) in sut })))
  }

  /// Lists the possible events of a child of the scope.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of an optional child of the scope.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of each of the children in an array.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of each of the children in an optional array.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of each of the children in a dictionary.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }

  /// Lists the possible events of each of the children in an optional dictionary.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource(events, to: ChoiceTargets(keyPath)))
  }
}
