extension ScopeProtocol {
  /// Gives a value to this scope and to all below it, found there by `@Injected` under the value's type.
  ///
  /// Complexity: O(1), or O(scopes below) in a tree with a `@Stored` property or an observed superscope.
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
  ///   - type: the type that a look-up asks for. Types are distinguished by identity, never by name.
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

  /// Gives the value of an optional to this scope and to all below it, found there under the value's own type.
  ///
  /// A look-up of the optional type finds the optional; a nil gives nothing else.
  @discardableResult
  public func injectObject<Value>(_ value: Value?) -> Self {
    inject(value, as: Value?.self)
    if let value { inject(value, as: Value.self) }
    return self
  }

  /// Gives the value of an optional to this scope and to all below it, and to the effects they enqueue.
  ///
  /// This is `injectObject(_:)` for an optional value that effects can take along, see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value?) -> Self {
    injectSendable(value, as: Value?.self)
    if let value { injectSendable(value, as: Value.self) }
    return self
  }

  /// Gives a value to this scope and to all below it until the token is cancelled or released.
  ///
  /// - Returns: what ends the override; keep it.
  public func override<Value>(_ value: Value) -> InjectionOverride {
    override(value, as: Value.self)
  }

  /// Gives a value under a type to this scope and to all below it until the token is cancelled or released.
  ///
  /// - Returns: what ends the override; keep it.
  public func override<Value>(_ value: Value, as type: Value.Type) -> InjectionOverride {
    override(TypedInjectedValue(value), as: type)
  }

  /// Gives a value until the token is cancelled or released, to effects too.
  public func override<Value: Sendable>(_ value: Value) -> InjectionOverride {
    override(value, as: Value.self)
  }

  /// Gives a value under a type until the token is cancelled or released, to effects too.
  public func override<Value: Sendable>(_ value: Value, as type: Value.Type) -> InjectionOverride {
    override(TypedInjectedValue(value), as: type)
  }

  /// The value injected nearest on the way from this scope to the root, or the nearest ancestor of that very class.
  ///
  /// Complexity: O(depth).
  ///
  /// - Throws: ``NoInjectedValueFound`` when there is none; a type's default is not looked at.
  public func resolve<Value>(_ type: Value.Type) throws -> Value {
    guard let found = valueToRead(under: ObjectIdentifier(type)) else {
      throw NoInjectedValueFound(type: type, scope: self)
    }
    return found.value(as: type)
  }
}
