/// One `@Subscope` property of one scope: it holds the children, and keeps them linked to their parent.
@usableFromInline
class SubscopeLink {
  /// Whether the property's children are linked to its owner, which every call here names.
  final var isLinked = false

  /// The property's name, once the owner's properties have been found by reflection.
  final var name = "(unnamed)"

  /// Whether the owner's release has seen to the children.
  final var isReleasedWithOwner = false

  /// The scopes that the property holds now.
  var children: [ScopeNode] { [] }

  /// What stands behind the property's name in the key path of each of ``children``, such as `[3]` or `?`.
  var subscriptTexts: AnyRandomAccessCollection<String> { AnyRandomAccessCollection([]) }

  /// The key path that the property was read through; nil while nothing has read it, and so nothing tracks it.
  final var readKeyPath: AnyKeyPath?

  /// Puts in what is left of the property's value without one of its scopes, and announces that as a set does.
  func remove(_ child: ScopeNode, of owner: ScopeNode) {}

  /// Releases the children, when the owner is being released and the property cannot be read any more.
  func dropChildren() {}

  /// Links all children to the owner, in the tree that it is in.
  final func link(to owner: ScopeNode) {
    guard !isLinked else { return }
    isLinked = true
    linkNew(children, to: owner)
  }

  /// Links children of which none was linked here before, so one that is found linked here is there twice.
  final func linkNew(_ children: [ScopeNode], to owner: ScopeNode) {
    for child in children {
      if child.linkToParent === self { refuseDoubles(in: children, distinct: children.count - 1, of: owner) }
      link(child, to: owner)
    }
  }

  /// Traps when one scope is twice among the children.
  final func refuseDoubles(in children: [ScopeNode], distinct: Int, of owner: ScopeNode) {
    guard distinct < children.count else { return }
    var firstIndexes: [ObjectIdentifier: Int] = [:]
    for (index, child) in children.enumerated() {
      if let first = firstIndexes.updateValue(index, forKey: ObjectIdentifier(child)) {
        Misuse.scopeInTwoPlaces(
          scope: child.typeName,
          first: place(at: first, of: owner),
          second: place(at: index, of: owner)
        ).trap()
      }
    }
  }

  /// Makes a scope a child of the owner.
  final func link(_ child: ScopeNode, to owner: ScopeNode) {
    if let other = child.linkToParent {
      guard other !== self else { return }
      Misuse.scopeInTwoPlaces(
        scope: child.typeName,
        first: other.place(of: child, in: child.parentNode),
        second: place(of: child, in: owner)
      ).trap()
    }
    // While its former owner is being released, a scope shares a context with the other children of that.
    if child.isOrphan { child.becomeRoot() }
    let context = owner.context
    var isFollowed = false
    // A scope without a parent that already shares this tree's context is this tree's root.
    if let known = child.storedContext?.current {
      if known === context { refuseCycle(of: child, below: owner) }
      isFollowed = known.hookCounts.place > 0
      known.fixEventPaths()
      context.merge(known)
    } else if child === owner {
      refuseCycle(of: child, below: owner)
    }
    child.parentNode = owner
    child.linkToParent = self
    owner.context.shape &+= 1
    if isFollowed { child.announceMove() }
  }

  /// Gets the tree ready for a change of the property's children.
  final func prepareChange(of owner: ScopeNode) {
    owner.context.fixEventPaths()
    leaveDyingTree(with: owner)
  }

  /// Unlinks children that are there no longer, and links new ones.
  @usableFromInline
  final func replaceAllChildren(_ before: [ScopeNode], with after: [ScopeNode], of owner: ScopeNode) {
    let change = ListChange(from: before, to: after)
    replaceChildren(Array(before[change.removed]), with: change.added, of: owner)
  }

  /// Unlinks children that were replaced by others, and links those.
  ///
  /// To be called when the property has its new value.
  ///
  /// - Parameters:
  ///   - removed: the part of the children before that differs.
  ///   - added: the part of the children now that differs; it may have some of `removed`, which stay.
  ///   - owner: the scope that has the property.
  @usableFromInline
  final func replaceChildren(_ removed: [ScopeNode], with added: [ScopeNode], of owner: ScopeNode) {
    guard !removed.isEmpty || !added.isEmpty else { return }
    // Released at the end: their own code may change the property.
    withExtendedLifetime(removed) {
      owner.context.shape &+= 1
      var staying = 0
      if added.isEmpty || (removed.count == 1 && added.count == 1) {
        for child in removed { unlink(child) }
      } else if !removed.isEmpty {
        let identities = Set(added.map(ObjectIdentifier.init))
        for child in removed {
          if identities.contains(ObjectIdentifier(child)) { staying += 1 } else { unlink(child) }
        }
      }
      for child in added {
        if child.linkToParent === self {
          staying -= 1
          if staying < 0 { refuseDoubles(in: children, distinct: children.count - 1, of: owner) }
        } else {
          link(child, to: owner)
        }
      }
      let classes = owner.context.classes
      for child in added { child.linkSubscopes(classes) }
    }
  }

  /// Makes the tree that the owner is in one of its own, when the scope that owned its root is being released.
  ///
  /// To be called before the property has its new value: else what is put into it leaves a tree, too.
  final func leaveDyingTree(with owner: ScopeNode) {
    guard owner.context.isRemoved else { return }
    let root = ScopeTree(owner).root
    if root.isOrphan { root.becomeRoot() }
  }

  /// Traps because the root of the owner's tree was put below itself.
  private final func refuseCycle(of root: ScopeNode, below owner: ScopeNode) -> Never {
    let way = ScopeTree(owner).stepsFromRoot + [step(to: root)]
    Misuse.scopeBelowItself(
      scope: root.typeName,
      place: place(of: root, in: owner),
      way: ScopeTree.keyPath(way)
    ).trap()
  }

  /// Takes a scope out of the tree and cancels the effects of its whole subtree.
  final func unlink(_ child: ScopeNode) {
    guard child.linkToParent === self else { return }
    child.parentNode = nil
    child.linkToParent = nil
    child.becomeRoot()
  }

  /// The last step of a child's key path, such as `items[3]` or `article?`.
  ///
  /// Complexity: O(children).
  final func step(to child: ScopeNode) -> String {
    step(at: children.firstIndex { $0 === child } ?? 0)
  }

  /// The children with the last step of the key path of each.
  final var childrenWithSteps: [(child: ScopeNode, step: String)] {
    zip(children, subscriptTexts).map { ($0, name + $1) }
  }

  private final func step(at index: Int) -> String {
    name + subscriptTexts.dropFirst(index).prefix(1).joined()
  }

  final func place(of child: ScopeNode, in owner: ScopeNode?) -> String {
    place(at: children.firstIndex { $0 === child } ?? 0, of: owner)
  }

  private final func place(at index: Int, of owner: ScopeNode?) -> String {
    "\(owner?.typeName ?? "a released scope").\(step(at: index).withoutLastQuestionMark)"
  }
}

extension ScopeNode {
  final var typeName: String { Statoscope.typeName(type(of: self)) }

  /// The scope in a line of the log: its type, and its parent's where it has one.
  final var logName: String { parentNode.map { "\(typeName) in \($0.typeName)" } ?? typeName }
}

extension String {
  /// A key path without the mark of an optional at its end: what follows would unwrap it, and nothing does.
  var withoutLastQuestionMark: String {
    last == "?" ? String(dropLast()) : self
  }
}
