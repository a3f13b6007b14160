import Statoscope

/// The changes of state that one `WHEN` made to a tree, and those that the steps after it have asserted.
final class ExhaustiveStep {
  /// The call of the `WHEN`, at whose line failures are reported.
  let call: StepCall
  private let before: ValueNode
  /// What was asserted, with the number of events that had joined by then.
  private var asserted: [(state: AssertedState, joined: Int)] = []
  /// The calls that assert nothing, because a closure reads a scope.
  private var closures: [StepCall] = []
  /// The state before each event that joined.
  private var joined: [ValueNode] = []

  /// - Parameter before: the state before the event, with identities.
  init(_ call: StepCall, before: ValueNode) {
    (self.call, self.before) = (call, before)
  }

  /// Reads an entry of a dictionary before the event.
  func formerEntry<Subject: ScopeNode, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject)
    -> FormerEntry
  {
    let (found, path) = StatePath.reading(keyPath, of: subject)
    let value = ValueNode(found, objects: .withIdentity, types: before.types)
    // Now, because scopes that are gone have no identity.
    return FormerEntry(value: value, paths: path.candidates(in: before, holding: value))
  }

  func add(_ state: AssertedState) {
    asserted.append((state, joined.count))
  }

  func addClosure(_ call: StepCall) {
    closures.append(call)
  }

  /// Adds an event that shares the step: what was asserted before and changes again is not asserted any more.
  ///
  /// - Parameter state: the state before that event.
  func join(_ state: ValueNode) {
    joined.append(state)
  }

  /// Returns a failure for the changes that were not asserted.
  ///
  /// - Parameter after: the state after the last step, with identities.
  func failure(after: ValueNode, below root: ScopeNode) -> FlowFailure? {
    var changes = before.leafChanges(to: after)
    var covered: [StateChange] = []
    for (state, count) in asserted where !changes.isEmpty {
      // As the state was when the step read it.
      let then = self.state(joined: count, after)
      let later = count < joined.count ? then.leafChanges(to: after) : []
      let asserts = state.coverage(before: before, after: then, beside: others(joined: count))
      let isAsserted = { (change: StateChange) in
        asserts(change) && !later.contains { $0.isRelated(to: change) }
      }
      covered += changes.filter(isAsserted)
      changes.removeAll(where: isAsserted)
    }
    guard !changes.isEmpty else { return nil }
    changes = SharedStatePaths(below: root).withoutRepetitions(changes, covered, from: before, to: after)
    guard !changes.isEmpty else { return nil }
    let missing = MissingSteps(for: changes, before: before, after: after, below: root)
    return .unassertedChanges(
      missing.changes,
      steps: missing.steps,
      whole: missing.whole,
      problems: problems(after)
    )
  }

  /// The reasons why steps assert nothing.
  private func problems(_ after: ValueNode) -> [String] {
    closures.map { "\($0.text): a closure over a scope asserts nothing: assert values by key paths" }
      + asserted.compactMap { state, count in
        let then = self.state(joined: count, after)
        return state.problem(before: before, after: then, beside: others(joined: count))
      }
  }

  private func state(joined count: Int, _ after: ValueNode) -> ValueNode {
    count < joined.count ? joined[count] : after
  }

  private func others(joined count: Int) -> [AssertedState] {
    asserted.filter { $0.joined == count }.map(\.state)
  }
}

extension StateChange {
  /// Checks whether one of two changes is at the other or below it.
  fileprivate func isRelated(to other: StateChange) -> Bool {
    path.starts(with: other.path) || other.path.starts(with: path)
  }
}
