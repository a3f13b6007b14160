/// Child scopes, one, optional, an array or a dictionary: this scope owns them, and they are in its tree.
///
/// A linked child finds injected values and ancestors through its parent. It is linked no later than the first
/// event, look-up or access on the parent. Replacing it, or setting it to nil, unlinks the old child and cancels
/// the effects of its whole subtree, also when it is still retained elsewhere.
///
/// ```swift
/// final class Root: Scope {
///   @Subscope var list = NewsList()
///   @Subscope var article: Article?
///   @Subscope var columns: [Column] = []
///   @Subscope var authors: [Author.ID: Author] = [:]
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
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { [$0] },
      subscripts: { _ in AnyRandomAccessCollection([""]) }
    )
  }

  /// Holds one child, or none.
  public init<Child: ScopeNode>(wrappedValue: Child?) where Value == Child? {
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { child in child.map { [$0] } ?? [] },
      subscripts: { _ in AnyRandomAccessCollection(["?"]) },
      without: { _, _ in nil }
    )
  }

  /// Holds children in an order.
  public init<Child: ScopeNode>(wrappedValue: [Child]) where Value == [Child] {
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { $0 },
      subscripts: { children in AnyRandomAccessCollection(children.indices.lazy.map { "[\($0)]" }) },
      without: { children, child in children.removingFirst { $0 === child } }
    )
  }

  /// Holds children by a key; in lists of the tree they stand in the order of their keys' texts.
  public init<Key: Hashable, Child: ScopeNode>(wrappedValue: [Key: Child]) where Value == [Key: Child] {
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { children in
        children.map { (String(reflecting: $0.key), $0.value) }.sorted { $0.0 < $1.0 }.map(\.1)
      },
      subscripts: { children in
        AnyRandomAccessCollection(children.keys.map { String(reflecting: $0) }.sorted().map { "[\($0)]?" })
      },
      without: { children, child in children.removingFirst { $0 === child } }
    )
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
      if link.readKeyPath == nil { link.readKeyPath = wrappedKeyPath }
      owner.observation.read(wrappedKeyPath, of: owner)
      return link.value
    }
    set {
      owner.linkSubscopes()
      let link = owner[keyPath: storageKeyPath].link
      link.link(to: owner)
      #if canImport(Combine)
        // Elsewhere the listeners of `objectWillChange` are the observation's own.
        owner.announceChange()
      #endif
      owner.observation.change(wrappedKeyPath, of: owner) { link.replace(with: newValue, of: owner) }
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
  package var shownState: Any? { link.value }
}
