/// The nearest scope above this one that is of a type; looked up at each read, never kept.
///
/// Where there is none, one injected under its type takes its place, as a test of the scope on its own may want.
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

  /// What else is done for the scope once it is linked, such as to follow the ancestor's changes.
  var linked: ((ScopeNode) -> Void)?

  /// Finds an ancestor; where there is none, logs an error and answers with the type's default.
  public init() where Value: ScopeNode & Injectable {
    lookUp = { scope in
      if let ancestor = scope.ancestor(of: Value.self) ?? scope.injectedValue(for: Value.self) {
        return ancestor
      }
      StatoscopeLogger.log(.errors) {
        """
        \(scope.typeName) has no \(typeName(Value.self)) above it, so it got the default. Put it below one \
        with @Subscope, or declare the property as \(typeName(Value.self))?.
        """
      }
      return Value.defaultValue(for: scope)
    }
  }

  /// Finds an ancestor, or nil where there is none.
  public init<Ancestor: ScopeNode>() where Value == Ancestor? {
    lookUp = { scope in scope.ancestor(of: Ancestor.self) ?? scope.injectedValue(for: Ancestor.self) }
  }

  /// The ancestor that the scope finds now.
  ///
  /// Reading costs O(depth of the scope).
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: KeyPath<Owner, Value>,
    storage storageKeyPath: KeyPath<Owner, Superscope<Value>>
  ) -> Value {
    owner.linkSubscopes()
    return owner[keyPath: storageKeyPath].lookUp(owner)
  }

  /// Cannot be used: an ancestor is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Superscope is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    preconditionFailure("unavailable")
  }
}

extension Superscope: LinkedProperty {
  func link(to scope: ScopeNode) { linked?(scope) }
}

extension Superscope: HiddenState {}
