extension ScopeNode {
  /// Gives a value to this scope and to all below it.
  final func inject<Value>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    injectedValues[ObjectIdentifier(type)] = value
    injectedForEffects[ObjectIdentifier(type)] = .some(nil)
  }

  /// Gives a value to this scope and to all below it, and to the effects that they enqueue.
  final func injectSendable<Value: Sendable>(_ value: Value, as type: Value.Type) {
    inject(value, as: type)
    injectedForEffects[ObjectIdentifier(type)] = value
  }

  /// The value injected nearest on the way from here to the root.
  ///
  /// Complexity: O(depth).
  final func injectedValue<Value>(for type: Value.Type) -> Value? {
    let key = ObjectIdentifier(type)
    var node: ScopeNode? = self
    while let current = node {
      if !current.injectedValues.isEmpty, let value = current.injectedValues[key] { return value as? Value }
      node = current.parentNode
    }
    return nil
  }

  /// The nearest ancestor that is of a type, this scope itself left out.
  ///
  /// Complexity:
  ///
  /// O(depth).
  final func ancestor<Ancestor>(of type: Ancestor.Type) -> Ancestor? {
    var node = parentNode
    while let current = node {
      if let found = current as? Ancestor { return found }
      node = current.parentNode
    }
    return nil
  }
}
