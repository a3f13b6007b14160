extension ScopeProtocol {
  /// Sets a property to the value that a test or a preview begins with.
  ///
  /// No event is sent, so call it only before the scope is used; afterwards only `update(_:)` changes state.
  ///
  /// ```swift
  /// GIVEN { Counter().set(\.count, 3).set(\.isPaused, true) }
  /// ```
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func set<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, _ value: Value) -> Self {
    self[keyPath: keyPath] = value
    return self
  }
}
