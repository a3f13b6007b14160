extension ScopeProtocol {
  /// Puts a value into a property, to give a scope the state that a test or a preview begins with.
  ///
  /// No event is sent, so it is for the time before the scope is used; afterwards only `update(_:)` changes state.
  ///
  /// ```swift
  /// GIVEN { Counter().set(\.count, 3).set(\.isPaused, true) }
  /// ```
  /// - Returns: this scope, to chain.
  @discardableResult
  public func set<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, _ value: Value) -> Self {
    self[keyPath: keyPath] = value
    return self
  }
}
