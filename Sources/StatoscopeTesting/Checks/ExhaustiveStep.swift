import Statoscope

/// The changes that one `WHEN` made to a tree, and those that the steps after it have asserted.
final class ExhaustiveStep {
  /// The call of the `WHEN`, at whose line failures are reported.
  let call: StepCall
  private let before: ValueNode
  private let effectsBefore: Set<EffectInTree.Key>
  private var enqueued: [EffectInTree] = []
  /// What was asserted, with the number of events that had joined by then.
  private var asserted: [(state: AssertedState, joined: Int)] = []
  /// The calls that assert nothing, because a closure reads a scope.
  private var closures: [StepCall] = []
  /// The state before each event that joined.
  private var joined: [ValueNode] = []

  /// The properties that reflection does not show, so that no step can assert them.
  private(set) var unseen: [String] = []

  /// Reads a tree before an event.
  init(of root: ScopeNode, call: StepCall) {
    self.call = call
    before = ValueNode(root, objects: .withIdentity)
    effectsBefore = Set(EffectInTree.all(below: root).map(\.key))
  }

  /// Reads an entry of a dictionary before the event.
  func formerEntry<Subject: ScopeNode, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject)
    -> FormerEntry
  {
    let (found, path) = StatePath.reading(keyPath, of: subject)
    let value = ValueNode(found, objects: .withIdentity)
    // Now, because scopes that are gone have no identity.
    return FormerEntry(value: value, paths: path.candidates(in: before, holding: value))
  }

  func add(_ state: AssertedState) {
    asserted.append((state, joined.count))
  }

  func addClosure(_ call: StepCall) {
    closures.append(call)
  }

  /// Reads the tree before an event that shares the step: what was asserted before and changes again is not
  /// asserted any more.
  func join(_ root: ScopeNode) {
    joined.append(ValueNode(root, objects: .withIdentity))
  }

  /// Records the effects that an event of this step has enqueued.
  func recordEffects(of root: ScopeNode) {
    let known = effectsBefore.union(enqueued.map(\.key))
    enqueued += EffectInTree.all(below: root).filter { !known.contains($0.key) }
  }

  /// Returns a failure for the changes that were not asserted.
  func failureOfState(of root: ScopeNode) -> FlowFailure? {
    let after = ValueNode(root, objects: .withIdentity)
    unseen = after.unseen
    var changes = before.leafChanges(to: after)
    guard !changes.isEmpty else { return nil }
    var covered: [StateChange] = []
    var problems = closures.map {
      "\($0.text): a closure over a scope asserts nothing: assert values by key paths"
    }
    for (state, count) in asserted {
      // As the state was when the step read it.
      let then = count < joined.count ? joined[count] : after
      let later = count < joined.count ? then.leafChanges(to: after) : []
      let others = asserted.filter { $0.joined == count }.map(\.state)
      let asserts = state.coverage(before: before, after: then, beside: others)
      let isAsserted = { (change: StateChange) in
        asserts(change) && !later.contains { $0.isRelated(to: change) }
      }
      covered += changes.filter(isAsserted)
      changes.removeAll(where: isAsserted)
      state.problem(before: before, after: then, beside: others).map { problems.append($0) }
    }
    guard !changes.isEmpty else { return nil }
    changes = SharedStatePaths(below: root).withoutRepetitions(changes, covered, from: before, to: after)
    guard !changes.isEmpty else { return nil }
    let missing = MissingSteps(for: changes, before: before, after: after, below: root)
    return .unassertedChanges(missing.changes, steps: missing.steps, whole: missing.whole, problems: problems)
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
}
