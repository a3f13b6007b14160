/// A `@Subscope` property's storage, which knows how to find the children in the property's value.
final class TypedSubscopeLink<Value>: SubscopeLink {
  private let childrenOf: (Value) -> [ScopeNode]
  private let subscriptsOf: (Value) -> AnyRandomAccessCollection<String>
  private let without: ((Value, ScopeNode) -> Value)?
  private var storedValue: Value?

  /// - Parameters:
  ///   - childrenOf: finds the children in a value.
  ///   - subscripts: what stands behind the property's name in the key path of each of them, in the same order.
  ///   - without: what is left of a value when one of the children is removed; nil where there is always one.
  init(
    _ value: Value,
    childrenOf: @escaping (Value) -> [ScopeNode],
    subscripts subscriptsOf: @escaping (Value) -> AnyRandomAccessCollection<String>,
    without: ((_ value: Value, _ child: ScopeNode) -> Value)? = nil
  ) {
    self.childrenOf = childrenOf
    self.subscriptsOf = subscriptsOf
    self.without = without
    storedValue = value
  }

  deinit {
    // The owner was released before its links were ever found, so its own release passed them by.
    guard !isReleasedWithOwner else { return }
    var children = children
    storedValue = nil
    SubtreeRelease.release(&children)
  }

  /// The property's value, there for as long as the owner is.
  var value: Value {
    guard let storedValue else {
      preconditionFailure("a subscope was read after its parent had been released")
    }
    return storedValue
  }

  override var children: [ScopeNode] { storedValue.map(childrenOf) ?? [] }

  override var subscriptTexts: AnyRandomAccessCollection<String> {
    storedValue.map(subscriptsOf) ?? super.subscriptTexts
  }

  override func dropChildren() { storedValue = nil }

  override func remove(_ child: ScopeNode, of owner: ScopeNode) {
    guard let without else {
      Misuse.scopeNotRemovable(scope: child.typeName, place: place(of: child, in: owner)).trap()
    }
    let rest = without(value, child)
    #if canImport(Combine)
      // As in the property's setter.
      owner.announceChange()
    #endif
    owner.observation.change(readKeyPath, to: Value.self, of: owner) { replace(with: rest, of: owner) }
  }

  /// Puts another value in: children that leave are unlinked, children that stay keep their effects.
  func replace(with newValue: Value, of owner: ScopeNode) {
    owner.context.fixEventPaths()
    leaveDyingTree(with: owner)
    let before = children
    storedValue = newValue
    let after = children
    if after.count == 1, before.count == 1, after[0] === before[0] { return }
    owner.context.shape &+= 1
    if before.isEmpty {
      linkNew(after, to: owner)
    } else {
      let staying = Set(after.map(ObjectIdentifier.init))
      for child in before where !staying.contains(ObjectIdentifier(child)) { unlink(child) }
      refuseDoubles(in: after, distinct: staying.count, of: owner)
      for child in after { link(child, to: owner) }
    }
    var plain = PlainClasses()
    for child in after { child.linkSubscopes(&plain) }
  }
}
