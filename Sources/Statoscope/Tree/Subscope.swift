/// Child scopes, owned by this scope and linked into its tree: one, an optional one, an array or a
/// dictionary.
///
/// A linked child finds injected values and ancestors through its parent. It is linked no later than the
/// first event, look-up or access on the parent. Replacing a child, or setting it to nil, unlinks the old one
/// and cancels the effects of its whole subtree, even if it is still retained elsewhere.
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
/// One scope in two places, or below itself, is a programming error and traps with a message that names both
/// places.
@propertyWrapper
public struct Subscope<Value> {
  @usableFromInline let link: TypedSubscopeLink<Value>

  // The compiler looks for these in the type itself, not in extensions, where an `init` assigns the property.
  // They are inlined, so that children are found by code that knows their class.

  /// Holds one child.
  @inlinable
  public init(wrappedValue: Value) where Value: ScopeNode {
    self.init(one: wrappedValue) { [$0] }
  }

  /// Holds one child, or none.
  @inlinable
  public init<Child: ScopeNode>(wrappedValue: Child?) where Value == Child? {
    self.init(optional: wrappedValue) { child in child.map { [$0] } ?? [] }
  }

  /// Holds children in an array.
  @inlinable
  public init<Child: ScopeNode>(wrappedValue: [Child]) where Value == [Child] {
    self.init(
      list: wrappedValue,
      members: { children in children.map { $0 } },
      change: { linked, children in ListChange(from: linked, to: children) }
    )
  }

  /// Holds children by key; lists of the tree sort them by the texts of their keys.
  @inlinable
  public init<Key: Hashable, Child: ScopeNode>(wrappedValue: [Key: Child]) where Value == [Key: Child] {
    self.init(keyed: wrappedValue) { children in children.values.map { $0 } }
  }

  /// Holds one child of several classes, a case without one, or nothing where the enum is optional.
  public init(wrappedValue: Value) where Value: ScopeEnum {
    link = TypedSubscopeLink(cases: wrappedValue, OneCase<Value>.self)
  }

  /// Holds children of several classes in an array, such as a navigation stack.
  public init<Screen: ScopeEnum>(wrappedValue: [Screen]) where Value == [Screen] {
    link = TypedSubscopeLink(cases: wrappedValue, ListOfCases<Screen>.self)
  }

  /// Holds children of several classes by key; lists of the tree sort them by the texts of their keys.
  public init<Key: Hashable, Screen: ScopeEnum>(wrappedValue: [Key: Screen]) where Value == [Key: Screen] {
    link = TypedSubscopeLink(cases: wrappedValue, KeyedCases<Key, Screen>.self)
  }

  /// The children, accessed through their owner so that they are linked to it.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Subscope<Value>>
  ) -> Value {
    @inlinable get {
      let link = owner[keyPath: storageKeyPath].link
      link.beginRead(of: owner, through: wrappedKeyPath)
      return link.value
    }
    @inlinable set {
      let link = owner[keyPath: storageKeyPath].link
      let observation = link.beginChange(of: owner, through: wrappedKeyPath)
      defer { observation?.didChange(wrappedKeyPath, of: owner) }
      link.replace(with: newValue, of: owner)
    }
    @inlinable _modify {
      let link = owner[keyPath: storageKeyPath].link
      let observation = link.beginChange(of: owner, through: wrappedKeyPath)
      defer { observation?.didChange(wrappedKeyPath, of: owner) }
      var value = link.beginChange()
      defer { link.replace(with: value, of: owner) }
      yield &value
    }
  }

  /// Unavailable: a subscope is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Subscope is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }
}

extension Subscope {
  @usableFromInline
  init(one value: Value, members: @escaping (Value) -> [ScopeNode]) where Value: ScopeNode {
    link = TypedSubscopeLink(value, OneChild<Value>.self, members: members)
  }

  @usableFromInline
  init<Child: ScopeNode>(optional value: Value, members: @escaping (Value) -> [ScopeNode])
  where Value == Child? {
    link = TypedSubscopeLink(value, OptionalChild<Child>.self, members: members)
  }

  @usableFromInline
  init<Child: ScopeNode>(
    list value: Value,
    members: @escaping (Value) -> [ScopeNode],
    change: @escaping ([ScopeNode], Value) -> ListChange
  ) where Value == [Child] {
    link = TypedSubscopeLink(value, ListOfChildren<Child>.self, members: members, change: change)
  }

  @usableFromInline
  init<Key: Hashable, Child: ScopeNode>(keyed value: Value, members: @escaping (Value) -> [ScopeNode])
  where Value == [Key: Child] {
    link = TypedSubscopeLink(value, KeyedChildren<Key, Child>.self, members: members)
  }
}

extension Subscope: ShownState {
  package var shownState: Any? { link.value }
}

extension SubscopeLink {
  /// Links the children of a property that is about to be read, and registers the read with the tracking in
  /// progress.
  @usableFromInline
  final func beginRead<Owner: ScopeNode, Value>(of owner: Owner, through keyPath: KeyPath<Owner, Value>) {
    owner.linkSubscopes()
    link(to: owner)
    if readKeyPath == nil { readKeyPath = keyPath }
    owner.observation.read(keyPath, of: owner)
  }

  /// Notifies the observers of the owner and of the property that a change begins, and prepares the tree for
  /// it.
  ///
  /// - Returns: the observation to notify at the end of the change; nil for a scope that has never been
  ///   observed.
  @usableFromInline
  final func beginChange<Owner: ScopeNode, Value>(of owner: Owner, through keyPath: KeyPath<Owner, Value>)
    -> NodeObservation?
  {
    owner.linkSubscopes()
    link(to: owner)
    #if canImport(Combine)
      // On other platforms the listeners of `objectWillChange` belong to the observation itself.
      owner.announceChange()
    #endif
    let observation = owner.storedObservation
    observation?.willChange(keyPath, of: owner)
    prepareChange(of: owner)
    return observation
  }
}

extension Subscope {
  /// Unavailable: a subscope holds scopes only.
  @available(
    *,
    unavailable,
    message: """
      @Subscope holds scopes: a class that is a Scope, a ScopeEnum, or an optional, an array or a dictionary of one. \
      Other state is a property without it
      """
  )
  public init(wrappedValue: Value) {
    preconditionFailure("unavailable")
  }
}
