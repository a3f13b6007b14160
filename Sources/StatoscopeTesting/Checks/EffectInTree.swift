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
  /// The effect with the path of its scope, unless that is the root.
  package let text: String

  /// Returns the effects of a scope and of all scopes below it, those of each scope oldest first.
  ///
  /// Complexity: O(scopes below).
  package static func all(below root: ScopeNode) -> [EffectInTree] {
    var found: [EffectInTree] = []
    root.forEachInSubtree { scope in
      let notes = scope.pendingEffects
      guard !notes.isEmpty else { return }
      let place = scope === root ? "" : ScopeTree(scope).keyPathFromRoot + ": "
      found += notes.map { EffectInTree(key: Key(scope, $0.generation), text: place + $0.text) }
    }
    return found
  }
}
