import Statoscope

/// The state that one check reads.
struct StateLook {
  /// Checks whether it reads a change, given the states before and after the change.
  let reads: (_ change: StateChange, _ before: StateText, _ after: StateText) -> Bool

  /// Creates the look at a value that a step names.
  init(_ state: NamedState) {
    reads = state.looks
  }

  /// Creates the look of a closure at the properties that it names; nil for a step that is not a check of the
  /// whole scope.
  init?(_ call: StepCall) {
    guard ["THEN", "THEN_Not", "INVARIANT"].contains(call.verb), call.keyPath == nil else { return nil }
    let (names, scopePath) = (ClosureNames(of: call), call.scopePath)
    reads = { change, _, after in names.looks(at: change, below: scopePath, in: after) }
  }
}
