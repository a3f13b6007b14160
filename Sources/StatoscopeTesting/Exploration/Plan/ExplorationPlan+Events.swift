import Statoscope

extension ExplorationPlan {
  /// Says what may happen to the scope.
  ///
  /// - Parameter events: gives the events that may be sent in the present state. Several `EVENTS` add up.
  public func EVENTS(_ events: @escaping (_ sut: Sut) -> [Sut.When]) -> Self {
    adding(EventSource<Sut, Sut>(events, to: .one { $0 }))
  }

  /// Says what may happen to a child of the scope.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .one { $0[keyPath: keyPath] }))
  }

  /// Says what may happen to a child of the scope, whenever it is there.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, Child?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .one { $0[keyPath: keyPath] }))
  }

  /// Says what may happen to each of the children that stand in an array.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .many { sut in placed(sut[keyPath: keyPath]) }))
  }

  /// Says what may happen to each of the children that stand in an array, whenever it is there.
  public func EVENTS<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .many { sut in placed(sut[keyPath: keyPath] ?? []) }))
  }

  /// Says what may happen to each of the children that stand in a dictionary.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .many { sut in placed(sut[keyPath: keyPath]) }))
  }

  /// Says what may happen to each of the children that stand in a dictionary, whenever it is there.
  public func EVENTS<Key: Hashable, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Sut, [Key: Child]?>,
    _ events: @escaping (_ child: Child) -> [Child.When]
  ) -> Self {
    adding(EventSource<Sut, Child>(events, to: .many { sut in placed(sut[keyPath: keyPath] ?? [:]) }))
  }

}

private func placed<Child>(_ children: [Child]) -> [(place: AnyHashable, scope: Child)] {
  children.enumerated().map { (AnyHashable($0.offset), $0.element) }
}

/// In the order of the keys' texts, as everywhere in a tree: a dictionary's own differs from run to run.
private func placed<Key: Hashable, Child>(_ children: [Key: Child]) -> [(place: AnyHashable, scope: Child)] {
  children.map { (text: String(reflecting: $0.key), key: AnyHashable($0.key), child: $0.value) }
    .sorted { $0.text < $1.text }
    .map { ($0.key, $0.child) }
}
