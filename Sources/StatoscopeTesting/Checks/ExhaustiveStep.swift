import Statoscope

/// The changes that one `WHEN` made to a tree, and those that the steps after it have asserted.
final class ExhaustiveStep {
  /// The call of the `WHEN`, at whose line failures are reported.
  let call: StepCall
  private let before: StateText
  private let effectsBefore: Set<EffectInTree.Key>
  private var enqueued: [EffectInTree] = []
  private var namedStates: [NamedState] = []

  /// Reads a tree before an event.
  init(of root: ScopeNode, call: StepCall) {
    self.call = call
    before = StateText(root)
    effectsBefore = Set(EffectInTree.all(below: root).map(\.key))
  }

  func name(_ state: NamedState) {
    namedStates.append(state)
  }

  /// Records the effects that an event of this step has enqueued.
  func recordEffects(of root: ScopeNode) {
    let known = effectsBefore.union(enqueued.map(\.key))
    enqueued += EffectInTree.all(below: root).filter { !known.contains($0.key) }
  }

  /// Returns a failure for the changes that were not asserted.
  func failureOfState(of root: ScopeNode) -> FlowFailure? {
    let after = StateText(root)
    let changes = before.changes(to: after).filter { change in
      !namedStates.contains { $0.names(change, before: before, after: after) }
    }
    return changes.isEmpty
      ? nil : .changesNotNamed(changes.flatMap(\.lines), ways: ways(to: changes, below: root))
  }

  /// Returns the `WITH`s that lead to changes of scopes in cases of a ``ScopeEnum``, which no key path can
  /// reach.
  private func ways(to changes: [StateChange], below root: ScopeNode) -> [String] {
    var ways: [String] = []
    root.forEachInSubtree { scope in
      let address = ScopeAddress(of: scope)
      guard address.keyPath == nil, !address.entries.isEmpty else { return }
      let path = KeyPathText.segments(to: scope)
      guard changes.contains(where: { $0.path.count > path.count && $0.path.starts(with: path) }) else {
        return
      }
      ways.append(address.entries.map { "." + $0 }.joined(separator: " "))
    }
    return ways
  }

  /// Returns a failure for the effects of this step that were not asserted.
  ///
  /// - Parameter excused: effects that were asserted, or reported by another failure.
  func failureOfEffects(except excused: Set<EffectInTree.Key>) -> FlowFailure? {
    let unnamed = enqueued.filter { !excused.contains($0.key) }
    return unnamed.isEmpty ? nil : .effectsNotNamed(unnamed.map(\.text))
  }
}
