extension ScopeNode {
  /// The context shared by this scope's tree, created on first use.
  ///
  /// Complexity: amortized O(1).
  final var context: TreeContext {
    if let known = storedContext, !known.hasSuccessor { return known }
    return findContext()
  }

  private final func findContext() -> TreeContext {
    var top = self
    while top.storedContext == nil, let parent = top.parentNode { top = parent }
    let found = top.storedContext?.current ?? TreeContext()
    if top.isOrphan { found.isRemoved = true }
    // Every scope on the path stores the result, so the walk is not repeated.
    var node = self
    while true {
      node.adopt(found)
      guard node !== top, let parent = node.parentNode else { break }
      node = parent
    }
    return found
  }

  /// Replaces the shared context.
  ///
  /// The former context is released after the property is written: the `deinit` of its contents may read the
  /// property.
  private final func adopt(_ context: TreeContext) {
    withExtendedLifetime(storedContext) { storedContext = context }
  }

  /// Makes this scope the root of a tree of its own, with all scopes below it, on the same actor.
  ///
  /// The effects of this subtree are cancelled, and none start until it is in a tree again: they would not
  /// find the values injected above it.
  final func becomeRoot() {
    let former = storedContext?.current
    former?.fixEventPaths()
    let home = former?.actor
    let context = TreeContext()
    context.isRemoved = true
    isOrphan = false
    context.testPerformer = former?.testPerformer
    context.fallbackStorage = former?.fallbackStorage
    if let home { context.settleAnew(on: home) }
    if let former { context.shape = former.shape + 1 }
    forEachInSubtree { node in
      node.adopt(context)
      if let interests = node.subtreeHooks?.interests {
        context.hookCounts.add(interests)
        former?.hookCounts.remove(interests)
      }
      node.runtime?.effects?.leaveTree(node)
    }
    if context.hookCounts.place > 0 { announceMove() }
  }

  /// Visits this scope and all linked scopes below it, parents first, without recursion.
  package final func forEachInSubtree(_ body: (ScopeNode) -> Void) {
    var waiting = [self]
    while let node = waiting.popLast() {
      body(node)
      for link in node.links.reversed() { waiting.append(contentsOf: link.children.reversed()) }
    }
  }
}
