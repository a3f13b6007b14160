extension ScopeProtocol {
  /// Gives a value to this scope and to all below it, found there by `@Injected` under the value's type.
  ///
  /// - Parameter value: what to inject; it takes the place of one injected here before under the same type.
  /// - Returns: this scope, to chain.
  @discardableResult
  public func injectObject<Value>(_ value: Value) -> Self {
    injectObject(value, as: Value.self)
  }

  /// Gives a value to this scope and to all below it, found there under the type you name, such as a protocol.
  ///
  /// ```swift
  /// root.injectObject(FakeNetwork(), as: (any Network).self)
  /// ```
  /// - Parameters:
  ///   - value: what to inject; it takes the place of one injected here before under the same type.
  ///   - type: the type that a look-up asks for. Types are told apart by identity, never by name.
  /// - Returns: this scope, to chain.
  @discardableResult
  public func injectObject<Value>(_ value: Value, as type: Value.Type) -> Self {
    inject(value, as: type)
    return self
  }

  /// Gives a value to this scope and to all below it, and to the effects they enqueue.
  ///
  /// This is `injectObject(_:)` for a value that effects can take along, see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value) -> Self {
    injectObject(value, as: Value.self)
  }

  /// Gives a value to this scope and to all below it under a type, and to the effects they enqueue.
  ///
  /// This is `injectObject(_:as:)` for a value that effects can take along, see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value, as type: Value.Type) -> Self {
    injectSendable(value, as: type)
    return self
  }
}
