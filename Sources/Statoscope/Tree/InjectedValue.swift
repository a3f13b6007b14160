/// A value provided by one scope, of any type: to look-ups, and to effects if its type is `Sendable`.
@usableFromInline
class InjectedValue {
  final let forEffects: (any Sendable)?
  /// Indicates whether it was injected under a class of scopes; an ancestor of that class may be nearer.
  final let isOfScope: Bool

  fileprivate init(forEffects: (any Sendable)?, isOfScope: Bool) {
    self.forEffects = forEffects
    self.isOfScope = isOfScope
  }

  /// The type that the value was injected under.
  var type: Any.Type { preconditionFailure("every injected value is a TypedInjectedValue") }

  /// Returns the value as the type that it was injected under.
  @usableFromInline
  final func value<Value>(as type: Value.Type) -> Value {
    guard let typed = self as? TypedInjectedValue<Value> else { return ancestor(as: type) }
    return typed.value
  }

  /// Returns the ancestor that takes the place of a value.
  ///
  /// Apart from the common path, which would otherwise reserve stack space for it and look up generic
  /// metadata.
  @inline(never)
  private func ancestor<Value>(as type: Value.Type) -> Value {
    guard let ancestor = (self as? AncestorAsValue)?.scope as? Value else {
      preconditionFailure("a value is found under the identity of the type that it was injected under")
    }
    return ancestor
  }
}

/// An injected value of a known type.
final class TypedInjectedValue<Value>: InjectedValue {
  fileprivate let value: Value

  override var type: Any.Type { Value.self }

  init(_ value: Value) {
    self.value = value
    super.init(forEffects: nil, isOfScope: Value.self is ScopeNode.Type)
  }

  init(_ value: Value) where Value: Sendable {
    self.value = value
    super.init(forEffects: value, isOfScope: Value.self is ScopeNode.Type)
  }
}

/// An ancestor as a value that it provides under its own class.
final class AncestorAsValue: InjectedValue {
  fileprivate let scope: ScopeNode

  override var type: Any.Type { Swift.type(of: scope) }

  init(_ scope: ScopeNode) {
    self.scope = scope
    super.init(forEffects: nil, isOfScope: true)
  }
}
