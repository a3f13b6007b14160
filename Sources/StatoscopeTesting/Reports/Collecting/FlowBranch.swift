import Statoscope

/// One path of a plan as it is being reported: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let site: CallSite
    var step: FlowDocument.Line
    let branch: FlowBranch?
    var changes: ReportedChanges?
  }

  /// The tree's state where the path leaves another, to be compared with what the same steps lead to once more.
  let start: StateReading?

  private var entries: [Entry] = []
  /// What is looked at after each step.
  private var invariants: [StateLook]
  /// Weak, because it keeps this one among its entries.
  private weak var parent: FlowBranch?
  private let stepsOfParent: Int

  /// Begins a path.
  ///
  /// - Parameters:
  ///   - parent: the path that it leaves, if there is one, after the steps that it has now.
  ///   - start: the tree's state there.
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

  /// Notes what the last step changed; the invariants of the path look at it at once.
  func noteChanges(_ changes: ReportedChanges) {
    guard let last = entries.indices.last else { return }
    var changes = changes
    for look in invariants { changes.check(with: look) }
    entries[last].changes = changes
  }

  /// Notes what a check looks at of what the steps before it changed.
  ///
  /// - Parameter staysInForce: whether it looks again after each step to come.
  func check(with look: StateLook, staysInForce: Bool = false) {
    if staysInForce { invariants.append(look) }
    check(with: look, first: entries.count)
  }

  private func check(with look: StateLook, first count: Int) {
    for index in entries.prefix(count).indices { entries[index].changes?.check(with: look) }
    parent?.check(with: look, first: stepsOfParent)
  }

  /// Notes a failure at the step that stands at a place.
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

  /// The steps, those of branches below theirs.
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
