/// A child scope: this scope owns it, and it is linked into this scope's tree.
///
/// A linked child finds injected values and ancestors through its parent. It is linked no later than the first
/// event, look-up or access on the parent. Replacing it, or setting it to nil, unlinks the old child and cancels
/// the effects of its whole subtree, whether or not somebody still keeps it.
///
/// ```swift
/// final class Root: Scope {
///   @Subscope var list = NewsList()
///   @Subscope var article: Article?
///   …
/// }
/// ```
///
/// One scope in two places, or below itself, is a programming error and traps with both places named.
@propertyWrapper
public struct Subscope<Value> {
  let link: TypedSubscopeLink<Value>

  /// Holds one child.
  public init(wrappedValue: Value) where Value: ScopeNode {
    link = TypedSubscopeLink(wrappedValue) { [$0] }
  }

  /// Holds one child, or none.
  public init<Child: ScopeNode>(wrappedValue: Child?) where Value == Child? {
    link = TypedSubscopeLink(wrappedValue) { child in child.map { [$0] } ?? [] }
  }

  /// The children, reached through the scope that owns them so that they are linked to it.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Subscope<Value>>
  ) -> Value {
    get {
      owner.linkSubscopes()
      let link = owner[keyPath: storageKeyPath].link
      link.link(to: owner)
      owner.observation.read(wrappedKeyPath, of: owner)
      return link.value
    }
    set {
      owner.linkSubscopes()
      let link = owner[keyPath: storageKeyPath].link
      link.link(to: owner)
      owner.observation.change(wrappedKeyPath, of: owner) { link.replace(with: newValue) }
    }
  }

  /// Cannot be used: a subscope is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Subscope is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Subscope: ShownState {
  var shownState: Any? { link.value }
}
