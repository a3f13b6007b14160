/// The storage of a `@Subscope` property: its value, and the way to find the children in it.
///
/// The work of each access and change is inlined into the caller, where the value's type is known: it costs a
/// fifth of the generic code; see Tests/Benchmarks/README.md.
@usableFromInline
final class TypedSubscopeLink<Value>: SubscopeLink {
  /// Returns the children of a value, in an arbitrary order that is the same for equal values.
  @usableFromInline let members: (Value) -> [ScopeNode]

  /// Compares a list with its former children; nil for a property that is not a list, which is not changed in
  /// place.
  @usableFromInline let change: (([ScopeNode], Value) -> ListChange)?

  private let kind: any SubscopeKind<Value>.Type

  /// The value; nil while a list is changed in place, and once the owner is being released.
  @usableFromInline var storedValue: Value?

  /// The linked children of a list, from its first change on, and those of cases.
  ///
  /// A copy, because a change in place is found by comparison; the list itself is not shared, so that no
  /// change copies it. A case may name another scope each time it is asked; what was linked is what has to be
  /// unlinked.
  @usableFromInline var linkedChildren: [ScopeNode]?

  /// Indicates whether the value consists of cases of a ``ScopeEnum``.
  private let holdsCases: Bool

  init(
    _ value: Value,
    _ kind: any SubscopeKind<Value>.Type,
    members: @escaping (Value) -> [ScopeNode],
    change: (([ScopeNode], Value) -> ListChange)? = nil,
    holdsCases: Bool = false
  ) {
    self.kind = kind
    self.holdsCases = holdsCases
    self.members = members
    self.change = change
    storedValue = value
  }

  /// Holds cases of a ``ScopeEnum``, whose scopes are found by the kind itself.
  convenience init<Kind: SubscopeKind>(cases value: Value, _ kind: Kind.Type) where Kind.Value == Value {
    self.init(value, kind, members: { Kind.children(of: $0) }, holdsCases: true)
  }

  deinit {
    // The owner was released before its links were found, so its release did not handle the children.
    guard !isReleasedWithOwner else { return }
    var children = children
    dropChildren()
    SubtreeRelease.release(&children, ScopeClasses())
  }

  /// The property's value, available as long as the owner exists; during a change in place, the former value.
  @inlinable var value: Value { storedValue ?? valueBeforeChange }

  @usableFromInline var valueBeforeChange: Value {
    guard let knownValue else {
      preconditionFailure("a subscope was read after its parent had been released")
    }
    return knownValue
  }

  private var knownValue: Value? { storedValue ?? linkedChildren.flatMap(kind.value) }

  override var children: [ScopeNode] {
    if holdsCases, let linkedChildren { return linkedChildren }
    // The members of a list have the order of the tree's lists, and no generic code is needed to find them.
    return storedValue.map(change == nil ? kind.children : members) ?? linkedChildren ?? []
  }

  override var subscriptTexts: AnyRandomAccessCollection<String> {
    knownValue.map(kind.subscripts) ?? super.subscriptTexts
  }

  override func noteLinked(_ children: [ScopeNode]) {
    if holdsCases { linkedChildren = children }
  }

  override func dropChildren() {
    storedValue = nil
    linkedChildren = nil
  }

  override func remove(_ child: ScopeNode, of owner: ScopeNode) {
    guard let rest = kind.removing(child, from: value) else {
      Misuse.scopeNotRemovable(scope: child.typeName, place: place(of: child, in: owner)).trap()
    }
    #if canImport(Combine)
      // The same order as in the property's setter.
      owner.announceChange()
    #endif
    prepareChange(of: owner)
    owner.observation.change(readKeyPath, to: Value.self, of: owner) { replace(with: rest, of: owner) }
  }

  /// Returns the value for a change, a list for a change in place; ``replace(with:of:)`` ends the change.
  ///
  /// Until then the property has its former value for readers.
  @inlinable
  func beginChange() -> Value {
    guard change != nil else { return value }
    if linkedChildren == nil { linkedChildren = storedValue.map(members) }
    // Moved out of the property, because a change would otherwise copy it.
    return storedValue.take() ?? valueBeforeChange
  }

  /// Sets another value: children that leave are unlinked, children that stay keep their effects.
  ///
  /// Complexity: O(children that were added, removed or moved), besides the comparison of the lists.
  @inlinable
  func replace(with newValue: Value, of owner: ScopeNode) {
    guard let change else {
      let former = storedValue
      // Released at the end: the `deinit` of what it holds besides scopes may use the property.
      return withExtendedLifetime(former) {
        let before = linkedChildren ?? former.map(members) ?? []
        let after = members(newValue)
        if linkedChildren != nil { linkedChildren = after }
        storedValue = newValue
        replaceAllChildren(before, with: after, of: owner)
      }
    }
    var linked = linkedChildren.take() ?? storedValue.map(members) ?? []
    let difference = change(linked, newValue)
    // A separate array: a slice would share the list, which the next line would then copy.
    let removed = Array(linked[difference.removed])
    linked.replaceSubrange(difference.removed, with: difference.added)
    linkedChildren = linked
    storedValue = newValue
    replaceChildren(removed, with: difference.added, of: owner)
  }
}
