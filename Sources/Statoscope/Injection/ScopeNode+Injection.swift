extension ScopeNode {
  /// Provides a value to this scope and to all scopes below it.
  final func inject<Value>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(TypedInjectedValue(value), as: ObjectIdentifier(type))
  }

  /// Provides a value to this scope, to all scopes below it, and to the effects that they enqueue.
  final func injectSendable<Value: Sendable>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(TypedInjectedValue(value), as: ObjectIdentifier(type))
  }

  /// Provides a value, below the overrides of its type that are in force here.
  private final func give(_ value: InjectedValue, as key: ObjectIdentifier) {
    if let overrides = injectionOverrides, overrides.setBase(value, for: key) { return }
    put(value, as: key)
    logGiven(value)
  }

  /// Logs a value that this scope provides from now on.
  final func logGiven(_ value: InjectedValue) {
    StatoscopeLogger.log(.injection) {
      "\(logName) provides \(Statoscope.typeName(value.type)) to itself and all scopes below it"
    }
  }

  /// Sets or removes the value that look-ups find here, and notifies the observers below that depend on it.
  final func put(_ value: InjectedValue?, as key: ObjectIdentifier) {
    // Released after the properties are written: its `deinit` may look up a value here.
    withExtendedLifetime((injectedValues[key], injectedForEffects[key])) {
      // Changed in a copy: changed in place, each look-up would check for exclusivity.
      var values = injectedValues
      values[key] = value
      injectedValues = values
      injectedForEffects[key] = value.map { .some($0.forEffects) } ?? nil
    }
    givesValues = !injectedValues.isEmpty
    // An observer below has created the context of the tree.
    if let context = storedContext?.current, context.hookCounts.place > 0 { announceMove() }
  }

  /// Returns the value injected nearest on the path from here to the root.
  ///
  /// Complexity: O(depth).
  final func injectedValue<Value>(for type: Value.Type) -> Value? {
    injectedValue(under: ObjectIdentifier(type))?.value(as: type)
  }

  /// Returns the same by the identity of the type.
  final func injectedValue(under key: ObjectIdentifier) -> InjectedValue? {
    firstOnWayToRoot { $0.givesValues ? $0.injectedValues[key] : nil }
  }

  /// Returns the value for a property; an ancestor of that very class counts as injected.
  @usableFromInline
  final func valueToRead(under key: ObjectIdentifier) -> InjectedValue? {
    if !hasLinkedSubscopes { linkSubscopes() }
    // Most values are of other types, and are found without checking the class of each ancestor.
    if let value = injectedValue(under: key), !value.isOfScope { return value }
    return firstOnWayToRoot { node in
      if node.givesValues, let value = node.injectedValues[key] { return value }
      guard ObjectIdentifier(type(of: node)) == key, node !== self else { return nil }
      return AncestorAsValue(node)
    }
  }

  /// Returns the nearest superscope of a type: an ancestor, or a scope that was injected at this scope or
  /// above it.
  ///
  /// Complexity: O(depth).
  final func superscope<Ancestor: ScopeNode>(of type: Ancestor.Type) -> Ancestor? {
    let key = ObjectIdentifier(type)
    var node: ScopeNode? = self
    while let current = node {
      if current.givesValues, let value = current.injectedValues[key] { return value.value(as: type) }
      if current !== self, let found = current as? Ancestor { return found }
      node = current.parentNode
    }
    return nil
  }

  /// The types of the values injected here, in no order.
  final var injectedTypes: [Any.Type] {
    injectedValues.types
  }

  /// Returns the nearest ancestor of a type, excluding this scope.
  ///
  /// Complexity: O(depth).
  final func ancestor<Ancestor>(of type: Ancestor.Type) -> Ancestor? {
    var node = parentNode
    while let current = node {
      if let found = current as? Ancestor { return found }
      node = current.parentNode
    }
    return nil
  }
}
