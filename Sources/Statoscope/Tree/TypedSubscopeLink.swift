/// A `@Subscope` property's storage: its value, and how the children are found in it.
///
/// What each access and each change does is inlined into the code that makes it, where the value's type is known: it
/// costs a fifth of what generic code does; see Tests/Benchmarks/README.md.
@usableFromInline
final class TypedSubscopeLink<Value>: SubscopeLink {
  /// The children in a value, in any order that is the same for the same value.
  @usableFromInline let members: (Value) -> [ScopeNode]

  /// How a list differs from the children that it had; nil for a property that is no list, which is not changed in
  /// place.
  @usableFromInline let change: (([ScopeNode], Value) -> ListChange)?

  private let kind: any SubscopeKind<Value>.Type

  /// Nil while a list is changed in place, and once the owner is being released.
  @usableFromInline var storedValue: Value?

  /// The children of a list as they are linked, from its first change on.
  ///
  /// A copy, because what was changed in place is found by comparing; the list itself is not shared, so that no change
  /// copies it.
  @usableFromInline var linkedChildren: [ScopeNode]?

  init(
    _ value: Value,
    _ kind: any SubscopeKind<Value>.Type,
    members: @escaping (Value) -> [ScopeNode],
    change: (([ScopeNode], Value) -> ListChange)? = nil
  ) {
    self.kind = kind
    self.members = members
    self.change = change
    storedValue = value
  }

  /// Holds cases of a ``ScopeEnum``, whose scopes are found by the kind itself.
  convenience init<Kind: SubscopeKind>(cases value: Value, _ kind: Kind.Type) where Kind.Value == Value {
    self.init(value, kind, members: { Kind.children(of: $0) })
  }

  deinit {
    // The owner was released before its links were ever found, so its own release passed them by.
    guard !isReleasedWithOwner else { return }
    var children = children
    dropChildren()
    SubtreeRelease.release(&children, ScopeClasses())
  }

  /// The property's value, there for as long as the owner is; while it is changed in place, the one before.
  @inlinable var value: Value { storedValue ?? valueBeforeChange }

  @usableFromInline var valueBeforeChange: Value {
    guard let knownValue else {
      preconditionFailure("a subscope was read after its parent had been released")
    }
    return knownValue
  }

  private var knownValue: Value? { storedValue ?? linkedChildren.flatMap(kind.value) }

  override var children: [ScopeNode] { storedValue.map(kind.children) ?? linkedChildren ?? [] }

  override var subscriptTexts: AnyRandomAccessCollection<String> {
    knownValue.map(kind.subscripts) ?? super.subscriptTexts
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
      // As in the property's setter.
      owner.announceChange()
    #endif
    prepareChange(of: owner)
    owner.observation.change(readKeyPath, to: Value.self, of: owner) { replace(with: rest, of: owner) }
  }

  /// Gives the value to be changed, a list in place; ``replace(with:of:)`` ends the change.
  ///
  /// Until then the property can be read, and is as before.
  @inlinable
  func beginChange() -> Value {
    guard change != nil else { return value }
    if linkedChildren == nil { linkedChildren = storedValue.map(members) }
    // Moved out, or the change would copy it.
    return storedValue.take() ?? valueBeforeChange
  }

  /// Puts another value in: children that leave are unlinked, children that stay keep their effects.
  ///
  /// Complexity: O(children that have come, left or moved), besides the comparison of the children before and after.
  @inlinable
  func replace(with newValue: Value, of owner: ScopeNode) {
    guard let change else {
      let before = storedValue.map(members) ?? []
      storedValue = newValue
      return replaceAllChildren(before, with: members(newValue), of: owner)
    }
    var linked = linkedChildren.take() ?? storedValue.map(members) ?? []
    let difference = change(linked, newValue)
    // An array of their own: a slice would share the list, which the next line would copy.
    let removed = Array(linked[difference.removed])
    linked.replaceSubrange(difference.removed, with: difference.added)
    linkedChildren = linked
    storedValue = newValue
    replaceChildren(removed, with: difference.added, of: owner)
  }
}
