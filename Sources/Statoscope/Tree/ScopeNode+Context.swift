extension ScopeNode {
  /// What this scope's tree shares, made when it is first needed.
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
    // Every scope on the way learns the answer, so the walk is not made twice.
    var node = self
    while true {
      node.adopt(found)
      guard node !== top, let parent = node.parentNode else { break }
      node = parent
    }
    return found
  }

  /// Shares a context from now on.
  ///
  /// What the former one kept is released when the property is written: its own code may read the property.
  private final func adopt(_ context: TreeContext) {
    withExtendedLifetime(storedContext) { storedContext = context }
  }

  /// Makes this scope the root of a tree of its own, with all that is below it, living where it lived.
  ///
  /// Its effects and those below it are cancelled, and no others start until it is in a tree again: they would not find
  /// what was injected above it.
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

  /// Visits this scope and all that are linked below it, parents first; never recurses, however deep the tree.
  package final func forEachInSubtree(_ body: (ScopeNode) -> Void) {
    var waiting = [self]
    while let node = waiting.popLast() {
      body(node)
      for link in node.links.reversed() { waiting.append(contentsOf: link.children.reversed()) }
    }
  }
}
