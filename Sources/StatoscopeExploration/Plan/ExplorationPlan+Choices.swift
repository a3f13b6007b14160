import Statoscope

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
