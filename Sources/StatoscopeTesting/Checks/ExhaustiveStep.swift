import Statoscope

/// The changes that one `WHEN` made to a tree, and those that the steps after it have asserted.
final class ExhaustiveStep {
  /// The call of the `WHEN`, at whose line failures are reported.
  let call: StepCall
  private let before: StateText
  private let effectsBefore: Set<EffectInTree.Key>
  private var enqueued: [EffectInTree] = []
  /// What was asserted, with the number of events that had joined by then.
  private var asserted: [(state: AssertedState, joined: Int)] = []
  /// The state before each event that joined.
  private var joined: [StateText] = []

  /// Reads a tree before an event.
  init(of root: ScopeNode, call: StepCall) {
    self.call = call
    before = StateText(root, objects: .withIdentity)
    effectsBefore = Set(EffectInTree.all(below: root).map(\.key))
  }

  func add(_ state: AssertedState) {
    asserted.append((state, joined.count))
  }

  /// Reads the tree before an event that shares the step: what was asserted before and changes again is not
  /// asserted any more.
  func join(_ root: ScopeNode) {
    joined.append(StateText(root, objects: .withIdentity))
  }

  /// Records the effects that an event of this step has enqueued.
  func recordEffects(of root: ScopeNode) {
    let known = effectsBefore.union(enqueued.map(\.key))
    enqueued += EffectInTree.all(below: root).filter { !known.contains($0.key) }
  }

  /// Returns a failure for the changes that were not asserted.
  func failureOfState(of root: ScopeNode) -> FlowFailure? {
    let after = StateText(root, objects: .withIdentity)
    var changes = before.leafChanges(to: after)
    for (state, count) in asserted where !changes.isEmpty {
      // As the state was when the step read it.
      let then = count < joined.count ? joined[count] : after
      let later = count < joined.count ? then.leafChanges(to: after) : []
      let asserts = state.coverage(before: before, after: then)
      changes.removeAll { change in
        asserts(change) && !later.contains { $0.isRelated(to: change) }
      }
    }
    guard !changes.isEmpty else { return nil }
    let missing = MissingSteps(for: changes, before: before, after: after, below: root)
    return .unassertedChanges(missing.changes, steps: missing.steps, whole: missing.whole)
  }

  /// Returns a failure for the effects of this step that were not asserted.
  ///
  /// - Parameter excused: effects that were asserted, or reported by another failure.
  func failureOfEffects(except excused: Set<EffectInTree.Key>) -> FlowFailure? {
    let unasserted = enqueued.filter { !excused.contains($0.key) }
    return unasserted.isEmpty ? nil : .unassertedEffects(unasserted.map(\.text))
  }
}

extension StateChange {
  /// Checks whether one of two changes is at the other or below it.
  fileprivate func isRelated(to other: StateChange) -> Bool {
    path.starts(with: other.path) || other.path.starts(with: path)
  }

  /// The path as a key path in source.
  var keyPath: String {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return "\\" + (steps.isEmpty ? ".self" : steps)
  }
}
