import Statoscope

/// One path of a plan as it is being reported: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let site: CallSite
    var step: FlowDocument.Line
    let branch: FlowBranch?
  }

  private var entries: [Entry] = []

  func add(_ step: FlowDocument.Line, at site: CallSite, branch: FlowBranch? = nil) {
    entries.append(Entry(site: site, step: step, branch: branch))
  }

  /// Changes the last step.
  func changeLast(_ change: (inout FlowDocument.Line) -> Void) {
    guard let last = entries.indices.last else { return }
    change(&entries[last].step)
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
      guard let branch = entry.branch else { return entry.step }
      var step = entry.step
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
