/// A value found by walking up the tree: the nearest injected one, or an ancestor scope of that class or of a subclass,
/// else the type's default.
///
/// The look-up happens at each read, so it always reflects the current tree. Setting the property, in tests
/// and previews, injects the value into this scope.
///
/// The first look-up of a tree that falls back to a type's default is logged at ``LogLevel/errors``, because
/// most defaults do real work, which a tree should request explicitly: with `injectObject(_:)` at its root,
/// or `@Injected(default:)` where the value is used. A test plan handles defaults itself, and logs none.
///
/// ```swift
/// final class NewsList: Scope {
///   @Injected var network: Network
///   …
/// }
/// ```
@propertyWrapper
public struct Injected<Value> {
  private let fallback: (ScopeNode) -> Value
  private let inject: (ScopeNode, Value) -> Void

  /// Creates a property that falls back to the type's own default, with an error in the log.
  public init() where Value: Injectable {
    fallback = { scope in
      scope.logDefault(of: Value.self, isMeant: Value.isDefaultForTests)
      return Value.defaultValue(for: scope)
    }
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Creates a property that falls back to the type's own default; a value set here reaches effects, too.
  public init() where Value: Injectable & Sendable {
    fallback = { scope in
      scope.logDefault(of: Value.self, isMeant: Value.isDefaultForTests)
      return Value.defaultValue(for: scope)
    }
    inject = { scope, value in scope.injectSendable(value, as: Value.self) }
  }

  /// Creates a property that falls back to a value given here, for a type that is not ``Injectable``.
  ///
  /// ```swift
  /// @Injected(default: URLSession.shared) var session
  /// ```
  public init(default value: @autoclosure @escaping () -> Value) {
    fallback = { scope in
      scope.logDefault(of: Value.self, isMeant: true)
      return value()
    }
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Unavailable: the type has no default for a tree without an injected value.
  @available(
    *,
    unavailable,
    message:
      "the type is not Injectable, so it has no default: conform to Injectable, or write @Injected(default: …)"
  )
  public init() {
    preconditionFailure("unavailable")
  }

  /// The value that the scope finds now.
  ///
  /// Reading costs O(depth of the scope).
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Injected<Value>>
  ) -> Value {
    // Inlined, so that a reader does not create the key path that it does not use; see
    // Tests/Benchmarks/README.md.
    @inlinable get {
      guard let found = owner.lookUp(Value.self) else {
        return owner[keyPath: storageKeyPath].defaultValue(for: owner)
      }
      return found.value(as: Value.self)
    }
    set { owner[keyPath: storageKeyPath].inject(owner, newValue) }
  }

  /// Returns the value for a scope that found none.
  @usableFromInline
  func defaultValue(for owner: ScopeNode) -> Value { fallback(owner) }

  /// Unavailable: an injected value is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Injected is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Injected: HiddenState {}
