import Statoscope

/// One path of a reported plan: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let location: CallLocation
    var line: FlowDocument.Line
    let branch: FlowBranch?
    /// The leaves of each of its changes.
    var leaves: [[Leaf]] = []
  }

  /// A part of a change, of which no check may know more.
  private final class Leaf {
    var isChecked = false
  }

  /// The leaves of one kind at one path in the tree that no check has read, the last one with its change.
  private struct Unchecked {
    let change: StateChange
    let leaves: [Leaf]
  }

  /// The state of the tree where the path leaves another, for comparison with the result of repeating the
  /// same steps.
  let start: ValueNode?

  private var entries: [Entry] = []
  /// What no check has read, by paths in the tree, also of the steps that lead here.
  ///
  /// A check that reads the last leaf at a path reads those before it, too, so it does not visit the steps.
  private var unchecked: [[StateSegment]: [Unchecked]]

  /// Begins a path.
  ///
  /// - Parameters:
  ///   - parent: the path that it leaves, if there is one, after its current steps.
  ///   - start: the state of the tree there.
  init(leaving parent: FlowBranch? = nil, at start: ValueNode? = nil) {
    self.start = start
    unchecked = parent?.unchecked ?? [:]
  }

  func add(_ line: FlowDocument.Line, at location: CallLocation, branch: FlowBranch? = nil) {
    entries.append(Entry(location: location, line: line, branch: branch))
  }

  /// Changes the last step.
  func changeLast(_ change: (inout FlowDocument.Line) -> Void) {
    guard let last = entries.indices.last else { return }
    change(&entries[last].line)
  }

  /// Adds the changes of an event, the last step, with their leaves.
  func record(_ changes: [StateChange], leaves: [StateChange]) {
    guard let last = entries.indices.last else { return }
    let numbers = Dictionary(zip(changes.map(\.path), 0...)) { first, _ in first }
    entries[last].leaves = changes.map { _ in [] }
    // What came, went or became another case: no check can read any more what was below it.
    let gone = Set(leaves.filter { $0.kind == .presence || $0.kind == .enumCase }.map(\.path))
    if !gone.isEmpty {
      unchecked = unchecked.filter { path, _ in
        !path.indices.contains { gone.contains(Array(path[..<$0])) }
      }
    }
    for change in leaves {
      let owners = (0...change.path.count).lazy.compactMap { numbers[Array(change.path[..<$0])] }
      guard let owner = owners.first else { continue }
      let leaf = Leaf()
      entries[last].leaves[owner].append(leaf)
      // Out of the dictionary while it changes, so that the list of leaves is not copied.
      var here = unchecked.removeValue(forKey: change.path) ?? []
      let index = here.firstIndex { $0.change.kind == change.kind }
      var all = index.map { here.remove(at: $0).leaves } ?? []
      all.append(leaf)
      here.append(Unchecked(change: change, leaves: all))
      unchecked[change.path] = here
    }
  }

  /// Marks the changes that a check reads among those of the preceding steps.
  func check(_ state: AssertedState, before: ValueNode, after: ValueNode) {
    guard !unchecked.isEmpty else { return }
    let reads = state.coverage(before: before, after: after)
    for (path, here) in unchecked {
      var rest: [Unchecked] = []
      for part in here {
        if reads(part.change) {
          for leaf in part.leaves { leaf.isChecked = true }
        } else {
          rest.append(part)
        }
      }
      if rest.count < here.count { unchecked[path] = rest.isEmpty ? nil : rest }
    }
  }

  /// Adds a failure to the step at a location.
  ///
  /// - Returns: false when there is no such step on this path.
  func fail(_ text: String, at location: CallLocation, _ outcome: FailureReporter.Outcome) -> Bool {
    let index = entries.lastIndex {
      $0.branch == nil && $0.location.line == location.line && $0.location.column == location.column
        && "\($0.location.filePath)" == "\(location.filePath)"
    }
    if let index { entries[index].line.fail(text, outcome) }
    return index != nil
  }

  /// The steps, each with those of its branches.
  var steps: [FlowDocument.Line] {
    entries.map { entry in
      var line = entry.line
      for (index, leaves) in entry.leaves.enumerated() {
        line.changes[index].isUnchecked = leaves.contains { !$0.isChecked }
      }
      line.steps = entry.branch?.steps ?? []
      if line.result == .passed { line.result = line.steps.result }
      return line
    }
  }
}

extension FlowDocument.Line {
  mutating func fail(_ text: String, _ outcome: FailureReporter.Outcome) {
    failures.append(text.withoutAddresses)
    if outcome == .fails || result != .failed { result = outcome == .fails ? .failed : .knownIssue }
  }
}

extension [FlowDocument.Line] {
  /// The result of steps together: one failure is the failure of all.
  var result: FlowDocument.Result {
    if contains(where: { $0.result == .failed }) { return .failed }
    return contains { $0.result == .knownIssue } ? .knownIssue : .passed
  }
}
