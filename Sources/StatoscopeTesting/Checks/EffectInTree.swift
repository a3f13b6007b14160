import Statoscope

extension EffectText {
  /// The effect with the event that started it, if known.
  func text(startedBy event: String?) -> String { text + (event.map { ", started by \($0)" } ?? "") }
}

extension PendingEffect {
  /// The effect as a failure lists it, with the event that started it.
  var text: String {
    EffectText(pristine).text(startedBy: startedBy)
      + (hasStarted ? "" : ", waiting for its turn")
  }
}

/// An effect that is pending or running somewhere in a tree.
package struct EffectInTree {
  /// The identity of the effect among all others.
  struct Key: Hashable {
    let scope: ObjectIdentifier
    let generation: UInt64

    init(_ scope: ScopeNode, _ generation: UInt64) {
      self.scope = ObjectIdentifier(scope)
      self.generation = generation
    }
  }

  let key: Key
  /// The effect itself, under its maps.
  let pristine: any Effect
  /// The effect with the path of its scope, unless that is the root.
  package let text: String

  /// Returns the effects of a scope and of all scopes below it, those of each scope oldest first.
  ///
  /// Complexity: O(scopes below).
  package static func all(below root: ScopeNode) -> [EffectInTree] {
    var found: [EffectInTree] = []
    root.forEachInSubtree { scope in
      let effects = scope.pendingEffects
      guard !effects.isEmpty else { return }
      let prefix = scope === root ? "" : ScopeTree(scope).keyPathFromRoot + ": "
      found += effects.map {
        EffectInTree(key: Key(scope, $0.generation), pristine: $0.pristine, text: prefix + $0.text)
      }
    }
    return found
  }
}

/// The effects that a plan discards at each `WHEN` and at its end.
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

  /// Discards them before an event.
  ///
  /// - Parameter scope: the receiver of the event; at the end of a plan, the root.
  package func discard(at scope: ScopeNode, below root: ScopeNode) {
    func discard(at node: ScopeNode) {
      node.discardOwnEffects { isDiscarded($0, node) }
    }
    switch range {
    case .scope: discard(at: scope)
    case .subtree: scope.forEachInSubtree(discard)
    case .tree: root.forEachInSubtree(discard)
    }
  }
}
