import Statoscope

extension EffectText {
  /// The effect with the event that started it, where that is known.
  func text(startedBy event: String?) -> String { text + (event.map { ", started by \($0)" } ?? "") }
}

extension EffectNote {
  /// The effect as a failure lists it, with the event that started it.
  var text: String {
    EffectText(pristine).text(startedBy: startedBy)
      + (hasStarted ? "" : ", waiting for its turn")
  }
}

/// An effect that is pending or running somewhere in a tree.
struct PendingEffect {
  /// What distinguishes it from all others.
  struct Key: Hashable {
    let scope: ObjectIdentifier
    let generation: UInt64

    init(_ scope: ScopeNode, _ generation: UInt64) {
      self.scope = ObjectIdentifier(scope)
      self.generation = generation
    }
  }

  let key: Key
  /// The effect with the scope it belongs to, unless that is the root.
  let text: String

  /// The effects of a scope and of all below it, those of one scope oldest first.
  ///
  /// Complexity: O(scopes below).
  static func all(below root: ScopeNode) -> [PendingEffect] {
    var found: [PendingEffect] = []
    root.forEachInSubtree { scope in
      let notes = scope.effectNotes
      guard !notes.isEmpty else { return }
      let place = scope === root ? "" : ScopeTree(scope).keyPathFromRoot + ": "
      found += notes.map { PendingEffect(key: Key(scope, $0.generation), text: place + $0.text) }
    }
    return found
  }
}
