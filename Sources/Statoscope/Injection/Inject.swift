/// Gives a value to this scope and to all below it, as `injectObject` does.
///
/// ```swift
/// final class Root: Scope {
///   @Inject var clock = NewsClock.live
///   …
/// }
/// ```
/// The value is given no later than the scope's first event, look-up or access; one injected into the same scope
/// by hand before that wins.
@propertyWrapper
public struct Inject<Value> {
  private let initial: Value
  private let inject: (ScopeNode, Value) -> Void

  /// Gives a value.
  public init(wrappedValue: Value) {
    initial = wrappedValue
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Gives a value that effects can take along too.
  public init(wrappedValue: Value) where Value: Sendable {
    initial = wrappedValue
    inject = { scope, value in scope.injectSendable(value, as: Value.self) }
  }

  /// The value that this scope gives now; setting it gives another.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Inject<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      return owner.injectedValue(for: Value.self) ?? owner[keyPath: storageKeyPath].initial
    }
    set {
      owner.linkSubscopes()
      owner[keyPath: storageKeyPath].inject(owner, newValue)
    }
  }

  /// Cannot be used: a given value is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Inject is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Inject: LinkedProperty {
  func link(to scope: ScopeNode) {
    guard scope.injectedValues[ObjectIdentifier(Value.self)] == nil else { return }
    inject(scope, initial)
  }
}

extension Inject: HiddenState {}
