/// A type whose values can be injected into a tree of scopes, with a default value for trees without one.
///
/// ```swift
/// struct Clock: Injectable {
///   var now: @Sendable () -> Date
///   static let defaultValue = Clock { Date() }
/// }
/// ```
public protocol Injectable {
  /// The value that a look-up returns when no scope on the path to the root provides one.
  static var defaultValue: Self { get }

  /// Indicates whether a test may use the default: false unless declared, because most defaults do real work.
  ///
  /// A test plan that refuses defaults fails where a look-up finds no value of such a type.
  static var isDefaultForTests: Bool { get }
}

extension Injectable {
  /// False: a test has to inject a value.
  public static var isDefaultForTests: Bool { false }

  /// Returns the default, for a scope that found no value up the tree.
  package static func defaultValue(for scope: ScopeNode) -> Self {
    if !isDefaultForTests { scope.notifyDefault(of: Self.self) }
    return defaultValue
  }

  /// The default, for the running effect that found no value.
  static var defaultValueForEffect: Self {
    if !isDefaultForTests { EffectObservation.observer?.effectGotDefault(of: Self.self) }
    return defaultValue
  }
}

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
    fallback = { Injected.typesDefault(for: $0) }
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Creates a property that falls back to the type's own default; a value set here reaches effects, too.
  public init() where Value: Injectable & Sendable {
    fallback = { Injected.typesDefault(for: $0) }
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

  @usableFromInline
  func defaultValue(for owner: ScopeNode) -> Value { fallback(owner) }

  private static func typesDefault(for scope: ScopeNode) -> Value where Value: Injectable {
    scope.logDefault(of: Value.self, isMeant: Value.isDefaultForTests)
    return Value.defaultValue(for: scope)
  }

  /// Unavailable: an injected value is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Injected is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Injected: HiddenState {}

/// Provides a value to this scope and to all scopes below it, as `injectObject` does.
///
/// ```swift
/// final class Root: Scope {
///   @Inject var clock = NewsClock.live
///   …
/// }
/// ```
/// The value is provided no later than the scope's first event, look-up or access; a value injected into the
/// same scope by hand before that takes precedence. In a scope whose custom mirror hides the property, it is provided from
/// the first access to it.
@propertyWrapper
public struct Inject<Value> {
  private let initial: Value
  private let inject: (ScopeNode, Value) -> Void

  /// Provides a value.
  public init(wrappedValue: Value) {
    initial = wrappedValue
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Provides a value that effects can use, too.
  public init(wrappedValue: Value) where Value: Sendable {
    initial = wrappedValue
    inject = { scope, value in scope.injectSendable(value, as: Value.self) }
  }

  /// The value that this scope provides now; setting it provides another.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Inject<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      let property = owner[keyPath: storageKeyPath]
      // Where a custom mirror hides it, this is the first that the scope knows of it.
      property.link(to: owner)
      return owner.lookUp(valueOf: Value.self) ?? property.initial
    }
    set {
      owner.linkSubscopes()
      owner[keyPath: storageKeyPath].inject(owner, newValue)
    }
  }

  /// Unavailable: an injected value is a property of a scope, which is a class.
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
