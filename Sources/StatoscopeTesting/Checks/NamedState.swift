import Statoscope

/// The state that a step asserts: a value, with every change at it, below it and on the path to it.
struct NamedState {
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
  func names(_ change: StateChange, before: StateText, after: StateText) -> Bool {
    guard let valuePath else { return change.path.starts(with: scopePath) && change.after == value }
    let path = scopePath + valuePath
    let depth = max(before.depth(of: path), after.depth(of: path))
    guard valuePath.isEmpty || depth > scopePath.count else {
      return namesThroughComputedProperty(change, valuePath, after)
    }
    let known = path.prefix(depth)
    return change.path.starts(with: known) || known.starts(with: change.path)
  }

  /// Checks whether the step reads a change.
  ///
  /// It reads the changes that it asserts, and through a computed property all changes that the property may
  /// depend on: those of its scope's stored properties. The scope's list of effects does not depend on those.
  func looks(at change: StateChange, before: StateText, after: StateText) -> Bool {
    if names(change, before: before, after: after) { return true }
    guard let valuePath, let first = valuePath.first, first != "effects" else { return false }
    let depth = max(before.depth(of: scopePath + valuePath), after.depth(of: scopePath + valuePath))
    return depth <= scopePath.count && change.path.starts(with: scopePath)
  }

  /// Checks whether a change is at the stored value that a computed property leads to: `\.form?.name`, where
  /// `form` finds the scope in a case of an enum.
  ///
  /// A computed property by itself is not state: it asserts nothing.
  private func namesThroughComputedProperty(
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
