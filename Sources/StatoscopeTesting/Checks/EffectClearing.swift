import Statoscope

/// The effects that a plan removes at each `WHEN` and at its end.
struct EffectClearing {
  enum Range {
    /// The scope that the event is sent to.
    case scope
    /// That scope, and all scopes below it.
    case subtree
    /// The whole tree.
    case tree
  }

  let range: Range
  let isForgotten: (_ effect: any Effect, _ scope: ScopeNode) -> Bool

  /// All effects of the tree.
  static var ofTree: EffectClearing { EffectClearing(range: .tree) { _, _ in true } }

  /// Removes them before an event.
  ///
  /// - Parameter scope: the receiver of the event; at the end of a plan, the root.
  func forget(at scope: ScopeNode, below root: ScopeNode) {
    func forget(at node: ScopeNode) {
      node.forgetOwnEffects { isForgotten($0, node) }
    }
    switch range {
    case .scope: forget(at: scope)
    case .subtree: scope.forEachInSubtree(forget)
    case .tree: root.forEachInSubtree(forget)
    }
  }
}
