/// A value as one scope gives it, of whatever type: to look-ups, and to effects if its type is `Sendable`.
@usableFromInline
class InjectedValue {
  final let forEffects: (any Sendable)?

  fileprivate init(forEffects: (any Sendable)?) {
    self.forEffects = forEffects
  }

  /// The value as the type that it was injected under.
  ///
  /// Sound as long as the value was found under that type's identity; that saves a look-up the cast.
  @usableFromInline
  final func value<Value>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: TypedInjectedValue<Value>.self).value
  }
}

/// The same with its type.
final class TypedInjectedValue<Value>: InjectedValue {
  fileprivate let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(forEffects: nil)
  }

  init(_ value: Value) where Value: Sendable {
    self.value = value
    super.init(forEffects: value)
  }
}
