/// Child scopes, owned by this scope and linked into its tree: one, an optional one, an array or a
/// dictionary.
///
/// A linked child finds injected values and ancestors through its parent. It is linked no later than the
/// first event, look-up or access on the parent. Replacing a child, or setting it to nil, unlinks the old one
/// and cancels the effects of its whole subtree, even if it is still retained elsewhere. What an event removes leaves when
/// the outermost event in progress has ended: until then it can move within its tree, and keeps its effects.
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
/// A scope that two properties hold after the event, or a scope below itself, is a programming error and traps with a
/// message that names both key paths.
@propertyWrapper
public struct Subscope<Value> {
  @usableFromInline let link: TypedSubscopeLink<Value>

  // The compiler looks for these in the type itself, not in extensions, where an `init` assigns the property.
  // They are inlined, so that children are found by code that knows their class.

  /// Holds one child.
  @inlinable
  public init(wrappedValue: Value) where Value: ScopeNode {
    link = TypedSubscopeLink(wrappedValue, .one(ScopeElement<Value>.self))
  }

  /// Holds one child, or none.
  @inlinable
  public init<Child: ScopeNode>(wrappedValue: Child?) where Value == Child? {
    link = TypedSubscopeLink(wrappedValue, .optional(Child.self))
  }

  /// Holds children in an array.
  @inlinable
  public init<Child: ScopeNode>(wrappedValue: [Child]) where Value == [Child] {
    link = TypedSubscopeLink(wrappedValue, .list(ScopeElement<Child>.self))
  }

  /// Holds children by key; lists of the tree sort them by the texts of their keys.
  @inlinable
  public init<Key: Hashable, Child: ScopeNode>(wrappedValue: [Key: Child]) where Value == [Key: Child] {
    link = TypedSubscopeLink(wrappedValue, .keyed(by: Key.self, scopes: Child.self))
  }

  /// Holds one child of several classes, a case without one, or nothing where the enum is optional.
  public init(wrappedValue: Value) where Value: ScopeEnum {
    let nothing = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    link = TypedSubscopeLink(wrappedValue, .one(CaseElement<Value>.self, else: nothing))
  }

  /// Holds children of several classes in an array, such as a navigation stack.
  @inlinable
  public init<Screen: ScopeEnum>(wrappedValue: [Screen]) where Value == [Screen] {
    link = TypedSubscopeLink(wrappedValue, .list(CaseElement<Screen>.self))
  }

  /// Holds children of several classes by key; lists of the tree sort them by the texts of their keys.
  public init<Key: Hashable, Screen: ScopeEnum>(wrappedValue: [Key: Screen]) where Value == [Key: Screen] {
    link = TypedSubscopeLink(wrappedValue, .keyed(by: Key.self, CaseElement<Screen>.self))
  }

  /// The children, accessed through their owner so that they are linked to it.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Subscope<Value>>
  ) -> Value {
    @inlinable get {
      let link = owner[keyPath: storageKeyPath].link
      link.beginRead(of: owner, through: wrappedKeyPath, to: storageKeyPath)
      return link.value
    }
    @inlinable set {
      let link = owner[keyPath: storageKeyPath].link
      let observation = link.beginChange(of: owner, through: wrappedKeyPath)
      link.replace(with: newValue, of: owner) { observation?.didChange(wrappedKeyPath, of: owner) }
    }
    @inlinable _modify {
      let link = owner[keyPath: storageKeyPath].link
      let observation = link.beginChange(of: owner, through: wrappedKeyPath)
      var value = link.beginChange()
      defer { link.replace(with: value, of: owner) { observation?.didChange(wrappedKeyPath, of: owner) } }
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

extension Subscope: ShownState {
  package var shownState: Any? { link.value }
}

extension SubscopeLink {
  /// Links the children of a property that is about to be read, and registers the read with the tracking in
  /// progress.
  @usableFromInline
  final func beginRead<Owner: ScopeNode, Value>(
    of owner: Owner,
    through keyPath: KeyPath<Owner, Value>,
    to storage: KeyPath<Owner, Subscope<Value>>
  ) {
    owner.linkSubscopes()
    link(to: owner)
    if readKeyPath == nil {
      readKeyPath = keyPath
      owner.learn(storage)
    }
    owner.observation.record(PropertyRead(of: owner, through: keyPath, to: storage))
    owner.observation.read(keyPath, of: owner)
  }

  /// Notifies the observers of the owner and of the property that a change begins.
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
      owner.notifyListeners()
    #endif
    let observation = owner.storedObservation
    observation?.willChange(keyPath, of: owner)
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
