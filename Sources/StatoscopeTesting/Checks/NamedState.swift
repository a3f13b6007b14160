import Statoscope

/// What a step says of the state: it names a value, and so every change at it, below it and on the way to it.
struct NamedState {
  /// From the root to the scope that the step speaks of.
  private let scopePath: [String]
  /// From there to the value; nil when it is not known.
  private let valuePath: [String]?
  /// The value, to know it by where its path is not one of stored properties.
  private let value: [String]

  init(_ keyPath: AnyKeyPath, of scope: ScopeNode, value: Any, call: StepCall) {
    scopePath = KeyPathText.segments(to: scope)
    valuePath = KeyPathText(keyPath, in: call).segments
    self.value = StateText(value).lines
  }

  /// Checks whether a change is of what the step names.
  func names(_ change: StateChange, before: StateReading, after: StateReading) -> Bool {
    guard let valuePath else { return change.path.starts(with: scopePath) && change.after == value }
    let path = scopePath + valuePath
    let depth = max(before.depth(of: path), after.depth(of: path))
    guard valuePath.isEmpty || depth > scopePath.count else {
      return namesThroughComputedProperty(change, valuePath, after)
    }
    let known = path.prefix(depth)
    return change.path.starts(with: known) || known.starts(with: change.path)
  }

  /// Checks whether the step looks at a change.
  ///
  /// It does at those that it names, and through a computed property at all that the property may be made of: what its
  /// scope stores. The scope's list of effects is made of none of that.
  func looks(at change: StateChange, before: StateReading, after: StateReading) -> Bool {
    if names(change, before: before, after: after) { return true }
    guard let valuePath, let first = valuePath.first, first != "effects" else { return false }
    let depth = max(before.depth(of: scopePath + valuePath), after.depth(of: scopePath + valuePath))
    return depth <= scopePath.count && change.path.starts(with: scopePath)
  }

  /// Checks whether a change is of the stored value that a computed property leads to: `\.form?.name`, where
  /// `form` finds the scope in a case of an enum.
  ///
  /// A computed property by itself is no state: it names nothing.
  private func namesThroughComputedProperty(
    _ change: StateChange,
    _ valuePath: [String],
    _ after: StateReading
  ) -> Bool {
    guard valuePath.count > 1, change.path.starts(with: scopePath), change.path.count > scopePath.count else {
      return false
    }
    return (scopePath.count + 1..<change.path.count).contains { index in
      change.path[index] == valuePath.last && after.part(at: change.path[...index])?.lines == value
    }
  }
}
