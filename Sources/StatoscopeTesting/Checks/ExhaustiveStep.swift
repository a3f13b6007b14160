import Statoscope

/// The changes that one `WHEN` made to a tree, and those that the steps after it have asserted.
final class ExhaustiveStep {
  /// The call of the `WHEN`, at whose line failures are reported.
  let call: StepCall
  private let before: StateText
  private let effectsBefore: Set<EffectInTree.Key>
  private var enqueued: [EffectInTree] = []
  private var asserted: [AssertedState] = []

  /// Reads a tree before an event.
  init(of root: ScopeNode, call: StepCall) {
    self.call = call
    before = StateText(root)
    effectsBefore = Set(EffectInTree.all(below: root).map(\.key))
  }

  func add(_ state: AssertedState) {
    asserted.append(state)
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
      !asserted.contains { $0.asserts(change, before: before, after: after) }
    }
    return changes.isEmpty
      ? nil : .unassertedChanges(changes.flatMap(\.lines), within: withs(to: changes, below: root))
  }

  /// Returns the `WITH`s that lead to changes of scopes in cases of a `ScopeEnum`, which no key path can
  /// reach.
  private func withs(to changes: [StateChange], below root: ScopeNode) -> [String] {
    var withs: [String] = []
    root.forEachInSubtree { scope in
      let address = ScopeAddress(of: scope)
      guard address.keyPath == nil, !address.entries.isEmpty else { return }
      let path = KeyPathText.segments(to: scope)
      guard changes.contains(where: { $0.path.count > path.count && $0.path.starts(with: path) }) else {
        return
      }
      withs.append(address.entries.map { "." + $0 }.joined(separator: " "))
    }
    return withs
  }

  /// Returns a failure for the effects of this step that were not asserted.
  ///
  /// - Parameter excused: effects that were asserted, or reported by another failure.
  func failureOfEffects(except excused: Set<EffectInTree.Key>) -> FlowFailure? {
    let unasserted = enqueued.filter { !excused.contains($0.key) }
    return unasserted.isEmpty ? nil : .unassertedEffects(unasserted.map(\.text))
  }
}

/// The state that a step asserts: a value, with every change at it, below it and on the path to it.
struct AssertedState {
  /// The path from the root to the scope that the step addresses.
  private let scopePath: [String]
  /// The path from there to the value; nil when it is not known.
  private let valuePath: [String]?
  /// The text of the value, to identify it when its path contains a computed property.
  private let value: [String]

  init(_ keyPath: AnyKeyPath, of scope: ScopeNode, value: Any, call: StepCall) {
    scopePath = KeyPathText.segments(to: scope)
    valuePath = KeyPathText(keyPath, in: call).segments
    self.value = StateText(value).lines
  }

  /// Checks whether the step asserts a change.
  func asserts(_ change: StateChange, before: StateText, after: StateText) -> Bool {
    guard let valuePath else { return change.path.starts(with: scopePath) && change.after == value }
    let path = scopePath + valuePath
    let depth = max(before.depth(of: path), after.depth(of: path))
    guard valuePath.isEmpty || depth > scopePath.count else {
      return assertsThroughComputedProperty(change, valuePath, after)
    }
    let known = path.prefix(depth)
    return change.path.starts(with: known) || known.starts(with: change.path)
  }

  /// Checks whether the step reads a change.
  ///
  /// It reads the changes that it asserts, and through a computed property all changes that the property may
  /// depend on: those of its scope's stored properties. The scope's list of effects does not depend on those.
  func reads(_ change: StateChange, before: StateText, after: StateText) -> Bool {
    if asserts(change, before: before, after: after) { return true }
    guard let valuePath, let first = valuePath.first, first != "effects" else { return false }
    let depth = max(before.depth(of: scopePath + valuePath), after.depth(of: scopePath + valuePath))
    return depth <= scopePath.count && change.path.starts(with: scopePath)
  }

  /// Checks whether a change is at the stored value that a computed property leads to: `\.form?.name`, where
  /// `form` finds the scope in a case of an enum.
  ///
  /// A computed property by itself is not state: it asserts nothing.
  private func assertsThroughComputedProperty(
    _ change: StateChange,
    _ valuePath: [String],
    _ after: StateText
  ) -> Bool {
    guard valuePath.count > 1, change.path.starts(with: scopePath), change.path.count > scopePath.count else {
      return false
    }
    return (scopePath.count + 1..<change.path.count).contains { index in
      change.path[index] == valuePath.last && after.part(at: change.path[...index])?.lines == value
    }
  }
}

extension StateChange {
  /// The path as a key path in source.
  var keyPath: String {
    let steps = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return "\\" + (steps.isEmpty ? ".self" : steps)
  }

  /// The path as a key path in source, then the diff.
  var lines: [String] {
    let diff = before == after ? RedactedText.diff(ofSame: after) : ValueDiff(from: before, to: after).lines
    return [keyPath] + diff.map { "  " + $0 }
  }
}
