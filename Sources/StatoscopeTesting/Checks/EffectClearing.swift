import Statoscope

/// The effects that a plan removes at each `WHEN` and at its end.
package struct EffectClearing {
  package enum Range {
    /// The scope that the event is sent to.
    case scope
    /// That scope, and all scopes below it.
    case subtree
    /// The whole tree.
    case tree
  }

  let range: Range
  let isDiscarded: (_ effect: any Effect, _ scope: ScopeNode) -> Bool

  package init(range: Range, isDiscarded: @escaping (_ effect: any Effect, _ scope: ScopeNode) -> Bool) {
    self.range = range
    self.isDiscarded = isDiscarded
  }

  /// All effects of the tree.
  package static var ofTree: EffectClearing { EffectClearing(range: .tree) { _, _ in true } }

  /// Removes them before an event.
  ///
  /// - Parameter scope: the receiver of the event; at the end of a plan, the root.
  package func forget(at scope: ScopeNode, below root: ScopeNode) {
    func forget(at node: ScopeNode) {
      node.discardOwnEffects { isDiscarded($0, node) }
    }
    switch range {
    case .scope: forget(at: scope)
    case .subtree: scope.forEachInSubtree(forget)
    case .tree: root.forEachInSubtree(forget)
    }
  }
}
