/// One `@Subscope` property of one scope: it holds the children, and keeps them linked to their parent.
class SubscopeLink {
  /// The scope whose property this is; nil until the property is linked.
  ///
  /// Unsafe and sound: the owner clears it before it is gone (``SubtreeRelease``).
  final unowned(unsafe) var owner: ScopeNode?

  /// The property's name, once the owner's properties have been found by reflection.
  final var name: String?

  /// Whether the owner's release has seen to the children.
  final var isReleasedWithOwner = false

  /// The scopes that the property holds now.
  var children: [ScopeNode] { [] }

  /// Lets go of the children, when the owner is on its way out and nobody can read the property any more.
  func dropChildren() {}

  /// Links all children to the owner, in the tree that it is in.
  final func link(to owner: ScopeNode) {
    guard self.owner !== owner else { return }
    self.owner = owner
    for child in children { link(child) }
  }

  /// Makes a scope a child of the owner.
  final func link(_ child: ScopeNode) {
    guard let owner else { return }
    if let other = child.linkToParent {
      guard other !== self else { return }
      Misuse.scopeInTwoPlaces(scope: child.typeName, first: other.place, second: place).trap()
    }
    let context = owner.context
    // A scope without a parent that already shares this tree's context is this tree's root.
    if let known = child.storedContext?.current {
      if known === context { Misuse.scopeBelowItself(scope: child.typeName, place: place).trap() }
      context.merge(known)
    } else if child === owner {
      Misuse.scopeBelowItself(scope: child.typeName, place: place).trap()
    }
    child.parentNode = owner
    child.linkToParent = self
  }

  /// Takes a scope out of the tree and cancels the effects of its whole subtree.
  final func unlink(_ child: ScopeNode) {
    guard child.linkToParent === self else { return }
    child.parentNode = nil
    child.linkToParent = nil
    child.forEachInSubtree { $0.nodeEffects?.cancelAll() }
    child.becomeRoot()
  }

  private final var place: String {
    "\(owner?.typeName ?? "an unlinked scope").\(name ?? "(unnamed @Subscope)")"
  }
}

extension ScopeNode {
  final var typeName: String { Statoscope.typeName(type(of: self)) }
}
