/// A value as one scope gives it, of whatever type: to look-ups, and to effects if its type is `Sendable`.
@usableFromInline
class InjectedValue {
  final let forEffects: (any Sendable)?
  /// Whether it was injected under a class of scopes, of which an ancestor may be nearer.
  final let isOfScope: Bool

  fileprivate init(forEffects: (any Sendable)?, isOfScope: Bool) {
    self.forEffects = forEffects
    self.isOfScope = isOfScope
  }

  /// The type that the value was injected under.
  var type: Any.Type { preconditionFailure("every injected value is a TypedInjectedValue") }

  /// The value as the type that it was injected under.
  @usableFromInline
  final func value<Value>(as type: Value.Type) -> Value {
    guard let typed = self as? TypedInjectedValue<Value> else { return ancestor(as: type) }
    return typed.value
  }

  /// The ancestor that stands for a value.
  ///
  /// Apart from the usual way, which would make room for one of these too, and look up a generic type for that.
  @inline(never)
  private func ancestor<Value>(as type: Value.Type) -> Value {
    guard let ancestor = (self as? AncestorAsValue)?.scope as? Value else {
      preconditionFailure("a value is found under the identity of the type that it was injected under")
    }
    return ancestor
  }
}

/// The same with its type.
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

/// An ancestor as a value that it gives under its own class.
final class AncestorAsValue: InjectedValue {
  fileprivate let scope: ScopeNode

  override var type: Any.Type { Swift.type(of: scope) }

  init(_ scope: ScopeNode) {
    self.scope = scope
    super.init(forEffects: nil, isOfScope: true)
  }
}
