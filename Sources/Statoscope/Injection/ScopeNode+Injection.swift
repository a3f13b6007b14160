extension ScopeNode {
  /// Gives a value to this scope and to all below it.
  final func inject<Value>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(TypedInjectedValue(value), as: ObjectIdentifier(type))
  }

  /// Gives a value to this scope and to all below it, and to the effects that they enqueue.
  final func injectSendable<Value: Sendable>(_ value: Value, as type: Value.Type) {
    linkSubscopes()
    give(TypedInjectedValue(value), as: ObjectIdentifier(type))
  }

  /// Gives a value, below the overrides of its type that are in force here.
  private final func give(_ value: InjectedValue, as key: ObjectIdentifier) {
    if let overrides = injectionOverrides, overrides.setBase(value, for: key) { return }
    put(value, as: key)
    logGiven(value)
  }

  /// Logs a value that this scope gives from now on.
  final func logGiven(_ value: InjectedValue) {
    StatoscopeLogger.log(.injection) {
      "\(logName) gives \(Statoscope.typeName(value.type)) to itself and to all below it"
    }
  }

  /// Makes a value, or none, the one that look-ups find here, and notifies the scopes below that follow one.
  final func put(_ value: InjectedValue?, as key: ObjectIdentifier) {
    // Released after the properties were written: its own code may look something up here.
    withExtendedLifetime((injectedValues[key], injectedForEffects[key])) {
      // Changed in a copy: changed in its place, each look-up of it would check that no change is in progress.
      var values = injectedValues
      values[key] = value
      injectedValues = values
      injectedForEffects[key] = value.map { .some($0.forEffects) } ?? nil
    }
    givesValues = !injectedValues.isEmpty
    // An observer below has made its context known on the way to the root.
    if let context = storedContext?.current, context.hookCounts.place > 0 { announceMove() }
  }

  /// The value injected nearest on the way from here to the root.
  ///
  /// Complexity: O(depth).
  final func injectedValue<Value>(for type: Value.Type) -> Value? {
    injectedValue(under: ObjectIdentifier(type))?.value(as: type)
  }

  /// The same by the type's identity.
  final func injectedValue(under key: ObjectIdentifier) -> InjectedValue? {
    firstOnWayToRoot { $0.givesValues ? $0.injectedValues[key] : nil }
  }

  /// The same for a property that is read, where an ancestor of that very class counts as given to all below it.
  @usableFromInline
  final func valueToRead(under key: ObjectIdentifier) -> InjectedValue? {
    if !hasLinkedSubscopes { linkSubscopes() }
    // Most values are of other types, and found without a look at the class of each ancestor.
    if let value = injectedValue(under: key), !value.isOfScope { return value }
    return firstOnWayToRoot { node in
      if node.givesValues, let value = node.injectedValues[key] { return value }
      guard ObjectIdentifier(type(of: node)) == key, node !== self else { return nil }
      return AncestorAsValue(node)
    }
  }

  /// The nearest superscope of a type: an ancestor, or a scope that was injected at this scope or above it.
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

  /// The types that values are injected under here, in no order.
  final var injectedTypes: [Any.Type] {
    injectedValues.types
  }

  /// The nearest ancestor that is of a type, this scope itself left out.
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
