/// The nearest ancestor of a type, looked up at each read and never retained.
///
/// A scope injected under that type at this scope, or nearer than the ancestor, takes its place, for example
/// in a test of this scope on its own. Setting the property, in tests and previews, injects a scope here,
/// which is retained.
///
/// ```swift
/// final class Article: Scope {
///   @Superscope var favourites: Favourites   // Favourites is Injectable: its default when there is none
///   @Superscope var list: NewsList?          // nil when there is none
///   @Superscope(observed: true) var feed: NewsFeed?   // announces the feed's changes as its own, too
///   …
/// }
/// ```
@propertyWrapper
public struct Superscope<Value> {
  private let lookUp: (ScopeNode) -> Value
  private let inject: (ScopeNode, Value) -> Void

  /// An additional action once the scope is linked, such as observing the ancestor's changes.
  var linked: ((ScopeNode) -> Void)?

  /// Finds an ancestor; where there is none, logs an error and returns the type's default.
  public init() where Value: ScopeNode & Injectable {
    lookUp = { scope in
      if let ancestor = scope.superscope(of: Value.self) { return ancestor }
      StatoscopeLogger.log(.errors) {
        """
        \(scope.typeName) has no \(typeName(Value.self)) above it, so it got the default. Put it below one \
        with @Subscope, or declare the property as \(typeName(Value.self))?.
        """
      }
      return Value.defaultValue(for: scope)
    }
    inject = { scope, value in scope.inject(value, as: Value.self) }
  }

  /// Finds an ancestor, or nil where there is none.
  public init<Ancestor: ScopeNode>() where Value == Ancestor? {
    lookUp = { scope in scope.superscope(of: Ancestor.self) }
    inject = { scope, value in
      guard let value else { return scope.put(nil, as: ObjectIdentifier(Ancestor.self)) }
      scope.inject(value, as: Ancestor.self)
    }
  }

  /// The ancestor that the scope finds now.
  ///
  /// Reading costs O(depth of the scope).
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Superscope<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      return owner[keyPath: storageKeyPath].lookUp(owner)
    }
    set {
      owner.linkSubscopes()
      owner[keyPath: storageKeyPath].inject(owner, newValue)
    }
  }

  /// Unavailable: an ancestor is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Superscope is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Superscope: LinkedProperty {
  func link(to scope: ScopeNode) { linked?(scope) }
}

extension Superscope: HiddenState {}
