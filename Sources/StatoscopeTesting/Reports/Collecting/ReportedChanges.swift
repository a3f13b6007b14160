import Statoscope

/// The changes of one event on a reported path, and those that no check has read yet.
struct ReportedChanges {
  let before: StateReading
  let after: StateReading
  let changes: [StateChange]
  /// The indexes of the unchecked changes.
  private(set) var unchecked: Set<Int>

  init(from before: StateReading, to after: StateReading) {
    self.before = before
    self.after = after
    changes = before.changes(to: after)
    unchecked = Set(changes.indices)
  }

  /// Marks the changes that a check reads.
  mutating func check(with look: StateLook) {
    guard !unchecked.isEmpty else { return }
    unchecked = unchecked.filter { index in
      switch look {
      case .named(let state): !state.looks(at: changes[index], before: before, after: after)
      case .closure(let names, let scopePath):
        !names.looks(at: changes[index], below: scopePath, in: after)
      }
    }
  }
}

/// The state that one check reads.
enum StateLook {
  /// A value that a step names.
  case named(NamedState)
  /// The properties that a closure names of the scope at a path.
  case closure(ClosureNames, scopePath: [String])

  /// Returns the state that the closure of a step reads; nil for a step that is not a check of the whole
  /// scope.
  init?(_ step: ReportedStep) {
    let verbs = ["THEN", "THEN_Not", "INVARIANT"]
    guard verbs.contains(step.call.verb), step.call.keyPath == nil else { return nil }
    let path = (step.within + [step.call]).flatMap { call in
      call.child.flatMap { KeyPathText($0, in: call).segments } ?? []
    }
    self = .closure(ClosureNames(of: step.call), scopePath: path)
  }
}
