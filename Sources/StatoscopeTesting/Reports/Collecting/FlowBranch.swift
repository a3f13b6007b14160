import Statoscope

/// One path of a reported plan: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let location: CallLocation
    var line: FlowDocument.Line
    let branch: FlowBranch?
    /// The changes that its event caused, those of the line in the same order.
    var changes: [StateChange] = []
    var states: (before: StateText, after: StateText)?

    /// Marks the changes that a check reads.
    mutating func check(with look: StateLook) {
      guard let states else { return }
      for index in changes.indices where line.changes[index].isUnchecked {
        line.changes[index].isUnchecked = !look.reads(changes[index], states.before, states.after)
      }
    }
  }

  /// The state of the tree where the path leaves another, for comparison with the result of repeating the
  /// same steps.
  let start: StateText?

  private var entries: [Entry] = []
  /// The checks after each step.
  private var invariants: [StateLook]
  /// Weak, because the parent retains this branch among its entries.
  private weak var parent: FlowBranch?
  private let stepsOfParent: Int

  /// Begins a path.
  ///
  /// - Parameters:
  ///   - parent: the path that it leaves, if there is one, after its current steps.
  ///   - start: the state of the tree there.
  init(leaving parent: FlowBranch? = nil, at start: StateText? = nil) {
    self.parent = parent
    self.start = start
    stepsOfParent = parent?.entries.count ?? 0
    invariants = parent?.invariants ?? []
  }

  func add(_ line: FlowDocument.Line, at location: CallLocation, branch: FlowBranch? = nil) {
    entries.append(Entry(location: location, line: line, branch: branch))
  }

  /// Changes the last step.
  func changeLast(_ change: (inout FlowDocument.Line) -> Void) {
    guard let last = entries.indices.last else { return }
    change(&entries[last].line)
  }

  /// Adds the changes of an event, the last step; the invariants of the path check them immediately.
  func recordEvent(_ changes: [StateChange], from before: StateText, to after: StateText) {
    guard let last = entries.indices.last else { return }
    (entries[last].changes, entries[last].states) = (changes, (before, after))
    for index in changes.indices { entries[last].line.changes[index].isUnchecked = true }
    for look in invariants { entries[last].check(with: look) }
  }

  /// Marks the changes that a check reads among those of the preceding steps.
  ///
  /// - Parameter staysInForce: whether the check is repeated after each further step.
  func check(with look: StateLook, staysInForce: Bool = false) {
    if staysInForce { invariants.append(look) }
    check(with: look, first: entries.count)
  }

  private func check(with look: StateLook, first count: Int) {
    for index in entries.prefix(count).indices { entries[index].check(with: look) }
    parent?.check(with: look, first: stepsOfParent)
  }

  /// Adds a failure to the step at a location.
  ///
  /// - Returns: false when there is no such step on this path.
  func fail(_ text: String, at location: CallLocation) -> Bool {
    let index = entries.lastIndex {
      $0.branch == nil && $0.location.line == location.line && $0.location.column == location.column
        && "\($0.location.filePath)" == "\(location.filePath)"
    }
    if let index { entries[index].line.fail(text) }
    return index != nil
  }

  /// The steps, each with those of its branches.
  var steps: [FlowDocument.Line] {
    entries.map { entry in
      var line = entry.line
      line.steps = entry.branch?.steps ?? []
      if line.outcome != .notRun, line.steps.contains(where: { $0.outcome == .broken }) {
        line.outcome = .broken
      }
      return line
    }
  }
}

extension FlowDocument.Line {
  mutating func fail(_ text: String) {
    failures.append(text.withoutAddresses)
    outcome = .broken
  }
}
