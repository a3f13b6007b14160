import Statoscope

/// One path of a reported plan: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let site: CallSite
    var step: FlowDocument.Line
    let branch: FlowBranch?
    var changes: ReportedChanges?
  }

  /// The state of the tree where the path leaves another, for comparison with the result of repeating the
  /// same steps.
  let start: StateReading?

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
  init(leaving parent: FlowBranch? = nil, at start: StateReading? = nil) {
    self.parent = parent
    self.start = start
    stepsOfParent = parent?.entries.count ?? 0
    invariants = parent?.invariants ?? []
  }

  func add(_ step: FlowDocument.Line, at site: CallSite, branch: FlowBranch? = nil) {
    entries.append(Entry(site: site, step: step, branch: branch))
  }

  /// Changes the last step.
  func changeLast(_ change: (inout FlowDocument.Line) -> Void) {
    guard let last = entries.indices.last else { return }
    change(&entries[last].step)
  }

  // MARK: Changes

  /// Adds the changes of the last step; the invariants of the path check them immediately.
  func noteChanges(_ changes: ReportedChanges) {
    guard let last = entries.indices.last else { return }
    var changes = changes
    for look in invariants { changes.check(with: look) }
    entries[last].changes = changes
  }

  /// Marks the changes that a check reads among those of the preceding steps.
  ///
  /// - Parameter staysInForce: whether the check is repeated after each further step.
  func check(with look: StateLook, staysInForce: Bool = false) {
    if staysInForce { invariants.append(look) }
    check(with: look, first: entries.count)
  }

  private func check(with look: StateLook, first count: Int) {
    for index in entries.prefix(count).indices { entries[index].changes?.check(with: look) }
    parent?.check(with: look, first: stepsOfParent)
  }

  /// Adds a failure to the step at a location.
  ///
  /// - Returns: false when there is no such step on this path.
  func fail(_ text: String, at site: CallSite) -> Bool {
    let index = entries.lastIndex {
      $0.site.line == site.line && $0.site.column == site.column
        && "\($0.site.filePath)" == "\(site.filePath)"
        && $0.branch == nil
    }
    guard let index else { return false }
    entries[index].step.fail(text)
    return true
  }

  /// The steps, each with those of its branches.
  var steps: [FlowDocument.Line] {
    entries.map { entry in
      var step = entry.step
      for index in entry.changes?.unchecked ?? [] where step.changes.indices.contains(index) {
        step.changes[index].isUnchecked = true
      }
      guard let branch = entry.branch else { return step }
      step.steps = branch.steps
      if step.outcome != .notRun, step.steps.contains(where: { $0.outcome == .broken }) {
        step.outcome = .broken
      }
      return step
    }
  }
}

extension FlowDocument.Line {
  mutating func fail(_ text: String) {
    failures.append(text.withoutAddresses)
    outcome = .broken
  }
}
