import Statoscope

/// The state that one check reads.
struct StateLook {
  /// Checks whether it reads a change, given the states before and after the change.
  let reads: (_ change: StateChange, _ before: StateReading, _ after: StateReading) -> Bool

  /// Creates the look at a value that a step asserts.
  init(_ state: AssertedState) {
    reads = state.reads
  }

  /// Creates the look of a closure at the properties that it names; nil for a step that is not a check of the
  /// whole scope.
  init?(_ call: StepCall) {
    guard [.then(.state), .then(.not), .invariant].contains(call.verb), call.keyPath == nil else {
      return nil
    }
    let (names, scopePath) = (ClosureNames(of: call), call.scopePath)
    reads = { change, _, after in names.reads(change, below: scopePath, in: after) }
  }
}
