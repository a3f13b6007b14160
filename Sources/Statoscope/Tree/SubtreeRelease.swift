/// Lets go of subtrees one scope at a time, so that the deepest tree is released on the smallest stack.
///
/// Left to itself, each scope's release would run inside its parent's. Here the children of a scope that is
/// about to go are kept in a list until it is gone, so each is released from the same place. A scope's own
/// `deinit` still finds its children.
enum SubtreeRelease {
  /// Called at the end of a scope's life, when none of its own code can run any more.
  static func releaseChildren(of scope: ScopeNode) {
    guard !scope.links.isEmpty else { return }
    var children: [ScopeNode] = []
    let classes = scope.storedContext?.current.classes ?? ScopeClasses()
    if let context = scope.storedContext?.current {
      context.fixEventPaths()
      // Code that a child's `deinit` runs may reach another child before its turn has come.
      context.isRemoved = true
    }
    for link in scope.links {
      children.append(contentsOf: link.children)
      for child in link.children { forgetParent(of: child) }
      link.isReleasedWithOwner = true
      if !scope.isReleasedFromAbove { link.dropChildren() }
    }
    scope.links = []
    guard !scope.isReleasedFromAbove else { return }
    for index in children.indices where !isKnownUniquelyReferenced(&children[index]) {
      children[index].becomeRoot()
    }
    release(&children, classes)
  }

  /// Releases scopes whose owner is being released; those that are retained elsewhere become roots.
  ///
  /// - Parameters:
  ///   - waiting: the scopes, in place: another array of them would keep them all.
  ///   - classes: what is known about their classes.
  static func release(_ waiting: inout [ScopeNode], _ classes: ScopeClasses) {
    waiting.reverse()
    while var scope = waiting.popLast() {
      // Put into a tree again by the `deinit` of another.
      guard scope.parentNode == nil else { continue }
      guard isKnownUniquelyReferenced(&scope) else {
        if scope.isOrphan || scope.storedContext?.current.isRemoved != true { scope.becomeRoot() }
        continue
      }
      if !scope.hasLinkedSubscopes {
        scope.hasLinkedSubscopes = true
        scope.links = scope.findLinks(classes)
      }
      scope.isReleasedFromAbove = true
      for link in scope.links.reversed() { waiting.append(contentsOf: link.children.reversed()) }
    }
  }

  private static func forgetParent(of scope: ScopeNode) {
    scope.parentNode = nil
    scope.linkToParent = nil
    scope.isOrphan = true
  }
}
