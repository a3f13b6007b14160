extension ScopeNode {
  /// Gives a value to this scope and to all below it.
  final func inject<Value>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(InjectedValue(value: value, forEffects: nil), as: ObjectIdentifier(type))
  }

  /// Gives a value to this scope and to all below it, and to the effects that they enqueue.
  final func injectSendable<Value: Sendable>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(InjectedValue(value: value, forEffects: value), as: ObjectIdentifier(type))
  }

  /// Gives a value, below the overrides of its type that are in force here.
  private final func give(_ value: InjectedValue, as key: ObjectIdentifier) {
    if let overrides = injectionOverrides, overrides.setBase(value, for: key) { return }
    put(value, as: key)
  }

  /// Makes a value, or none, the one that look-ups find here.
  final func put(_ value: InjectedValue?, as key: ObjectIdentifier) {
    injectedValues[key] = value?.value
    injectedForEffects[key] = value.map { .some($0.forEffects) } ?? nil
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

  /// The types that values are injected under here, in no order.
  final var injectedTypes: [Any.Type] {
    // Sound: each key was made of a type above, and the identity of a type is the pointer that its metatype is.
    injectedValues.keys.map { unsafeBitCast($0, to: Any.Type.self) }
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
