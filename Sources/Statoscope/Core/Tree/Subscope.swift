/// Child scopes, owned by this scope and linked into its tree: one, an optional one, an array, a dictionary, or any other
/// ``SubscopeValue``.
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
public struct Subscope<Value: SubscopeValue> {
  @usableFromInline let link: TypedSubscopeLink<Value>

  /// Holds the scopes in a value.
  ///
  /// It is inlined, so that children are found by code that knows their class.
  @inlinable
  public init(wrappedValue: Value) {
    link = TypedSubscopeLink(
      wrappedValue,
      slots: { $0.subscopes },
      Value.subscopeComparison(as: Value.self)
    )
  }

  /// The children, accessed through their owner so that they are linked to it.
  ///
  /// Inlined, so that the compiler reads the storage directly, not through the key path.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Subscope<Value>>
  ) -> Value {
    @inlinable @inline(__always) get {
      let link = owner[keyPath: storageKeyPath].link
      link.beginRead(of: owner, through: wrappedKeyPath, to: storageKeyPath)
      return link.value
    }
    @inlinable @inline(__always) set {
      let link = owner[keyPath: storageKeyPath].link
      let observation = link.beginChange(of: owner, through: wrappedKeyPath)
      link.replace(with: newValue, of: owner) { observation?.didChange(wrappedKeyPath, of: owner) }
    }
    @inlinable @inline(__always) _modify {
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
  final func beginRead<Owner: ScopeNode, Value: SubscopeValue>(
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
