import Statoscope

/// What a step says of the state: it names a value, and so every change at it, below it and on the way to it.
struct NamedState {
  /// From the root to the scope that the step speaks of.
  private let scopePath: [String]
  /// From there to the value; nil when it is not known.
  private let valuePath: [String]?
  /// The value, to know it by when its path is not known.
  private let value: [String]

  init(_ keyPath: AnyKeyPath, of scope: ScopeNode, value: Any, call: StepCall) {
    scopePath = KeyPathText.segments(to: scope)
    valuePath = KeyPathText(keyPath, in: call).segments
    self.value = valuePath == nil ? StateText(value).lines : []
  }

  /// Whether a change is of what the step names.
  func names(_ change: StateChange, before: StateReading, after: StateReading) -> Bool {
    guard let valuePath else { return change.path.starts(with: scopePath) && change.after == value }
    let path = scopePath + valuePath
    let depth = max(before.depth(of: path), after.depth(of: path))
    // A computed property is no state: it names nothing.
    guard valuePath.isEmpty || depth > scopePath.count else { return false }
    let known = path.prefix(depth)
    return change.path.starts(with: known) || known.starts(with: change.path)
  }
}
