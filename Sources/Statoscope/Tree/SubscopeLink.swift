/// One `@Subscope` property of one scope, which links its children to their parent.
@usableFromInline
class SubscopeLink {
  /// Indicates whether the children are linked to the owner, which is an argument of every method here.
  final var isLinked = false

  /// The name of the property, once reflection has found it.
  final var name = "(unnamed)"

  /// Indicates whether the release of the owner has handled the children.
  final var isReleasedWithOwner = false

  /// The children of the property.
  var children: [ScopeNode] { [] }

  /// The texts that follow the property's name in the key path of each of ``children``, such as `[3]` or `?`.
  var subscriptTexts: AnyRandomAccessCollection<String> { AnyRandomAccessCollection([]) }

  /// The key path through which the property was read; nil if it was never read, and so is not tracked.
  final var readKeyPath: AnyKeyPath?

  /// Removes a child from the property's value, and announces that as a change.
  func remove(_ child: ScopeNode, of owner: ScopeNode) {}

  /// Releases the children when the owner is being released and the property can no longer be read.
  func dropChildren() {}

  /// Links all children to the owner, in the owner's tree, unless they are linked already.
  final func link(to owner: ScopeNode) {
    if !isLinked { _ = linkChildren(to: owner) }
  }

  /// Links all children to the owner, and returns them.
  final func linkChildren(to owner: ScopeNode) -> [ScopeNode] {
    let children = children
    guard !isLinked else { return children }
    isLinked = true
    noteLinked(children)
    linkNew(children, to: owner)
    return children
  }

  /// Stores the children that are linked first.
  func noteLinked(_ children: [ScopeNode]) {}

  /// Links children that were not linked here before; one that is already linked here occurs twice.
  final func linkNew(_ children: [ScopeNode], to owner: ScopeNode) {
    for child in children {
      if child.linkToParent === self { refuseDoubles(in: children, distinct: children.count - 1, of: owner) }
      link(child, to: owner)
    }
  }

  /// Traps if a scope occurs twice among the children.
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
    // While its former owner is being released, a scope shares a context with its former siblings.
    if child.isOrphan { child.becomeRoot() }
    let context = owner.context
    var isFollowed = false
    // A parentless scope with this tree's context is this tree's root.
    if let known = child.storedContext?.current {
      if known === context { refuseCycle(of: child, below: owner) }
      isFollowed = known.hookCounts.place > 0
      known.fixEventPaths()
      context.merge(known)
    } else if child === owner {
      refuseCycle(of: child, below: owner)
    }
    // The release of the owner finds its children there. A custom mirror may hide the property from reflection, and code
    // of the scope may have replaced it.
    if !owner.links.contains(where: { $0 === self }) { owner.links.append(self) }
    child.parentNode = owner
    child.linkToParent = self
    owner.context.shape &+= 1
    if isFollowed { child.announceMove() }
  }

  /// Prepares the tree for a change of the property's children.
  final func prepareChange(of owner: ScopeNode) {
    owner.context.fixEventPaths()
    leaveDyingTree(with: owner)
  }

  /// Unlinks removed children, and links new ones.
  @usableFromInline
  final func replaceAllChildren(_ before: [ScopeNode], with after: [ScopeNode], of owner: ScopeNode) {
    let change = ListChange(from: before, to: after)
    replaceChildren(Array(before[change.removed]), with: change.added, of: owner)
  }

  /// Unlinks children that were replaced, and links their replacements.
  ///
  /// Call it when the property has its new value.
  ///
  /// - Parameters:
  ///   - removed: the part of the former children that differs.
  ///   - added: the part of the current children that differs; children that are in `removed`, too, stay
  ///     linked.
  ///   - owner: the scope that has the property.
  @usableFromInline
  final func replaceChildren(_ removed: [ScopeNode], with added: [ScopeNode], of owner: ScopeNode) {
    guard !removed.isEmpty || !added.isEmpty else { return }
    // Released at the end: their `deinit` may change the property.
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

  /// Moves the owner into a tree of its own if the owner of its root is being released.
  ///
  /// Call it before the property has its new value: otherwise the new children would leave a tree, too.
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

  /// Removes a scope from the tree and cancels the effects of its whole subtree.
  final func unlink(_ child: ScopeNode) {
    guard child.linkToParent === self else { return }
    child.parentNode = nil
    child.linkToParent = nil
    child.becomeRoot()
  }

  /// Returns the last path segment of a child, such as `items[3]` or `article?`.
  ///
  /// Complexity: O(children).
  final func step(to child: ScopeNode) -> String {
    step(at: children.firstIndex { $0 === child } ?? 0)
  }

  /// The children, each with its last path segment.
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

  /// The scope in a line of the log: its type, and its parent's type if there is one.
  final var logName: String { parentNode.map { "\(typeName) in \($0.typeName)" } ?? typeName }
}

extension String {
  /// The path without an optional mark at its end, which would unwrap a value that nothing follows.
  var withoutLastQuestionMark: String {
    last == "?" ? String(dropLast()) : self
  }
}
