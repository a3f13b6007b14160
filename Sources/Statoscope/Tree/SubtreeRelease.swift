/// Releases subtrees one scope at a time, so that the deepest tree is released on the smallest stack.
///
/// By default, each scope's release would run inside its parent's. Here the children of a scope that is being
/// released are retained in a list until it is deallocated, so each is released from the same stack frame. A
/// scope's own `deinit` still finds its children.
enum SubtreeRelease {
  /// Releases the children at the end of a scope's life, when none of its own code can run any more.
  static func releaseChildren(of scope: ScopeNode) {
    guard !scope.links.isEmpty else { return }
    var children: [ScopeNode] = []
    let classes = scope.storedContext?.current.classes ?? ScopeClasses()
    if let context = scope.storedContext?.current {
      context.fixEventPaths()
      // Code in a child's `deinit` may reach another child before it is that child's turn.
      context.isRemoved = true
    }
    for link in scope.links {
      let released = link.children
      for child in released { forgetParent(of: child) }
      children.append(contentsOf: released)
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
  ///   - waiting: the scopes, passed in place: another array would retain them all.
  ///   - classes: the known classes of the tree.
  static func release(_ waiting: inout [ScopeNode], _ classes: ScopeClasses) {
    waiting.reverse()
    while var scope = waiting.popLast() {
      // The `deinit` of another scope has put it into a tree again.
      guard scope.parentNode == nil else { continue }
      guard isKnownUniquelyReferenced(&scope) else {
        if scope.isOrphan || scope.storedContext?.current.isRemoved != true { scope.becomeRoot() }
        continue
      }
      if !scope.hasLinkedSubscopes { scope.findAllLinks(classes) }
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
