import Statoscope
import Testing

/// Hears of what the assertions in a plan's closures find: those go to the test framework, not to the plan.
enum IssueWatch {
  /// Runs a closure and hands over what was found meanwhile.
  static func during(_ body: () -> Void, _ note: (_ issues: [String]) -> Void) {
    guard Test.current != nil else {
      let watch = XCTestWatch.shared
      let before = watch.issueCount
      body()
      return note(watch.issues(from: before))
    }
    let found = Locked<[String]>([])
    // Each issue is looked at on its way, and said to be none that was known.
    withKnownIssue(isIntermittent: true, body) {
      true
    } matching: { issue in
      guard breaks(issue) else { return false }
      found.withLock { $0.append(text(of: issue)) }
      return false
    }
    note(found.withLock { $0 })
  }

  /// Whether an issue fails the test that runs: a warning does not.
  private static func breaks(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.severity >= .error
    #else
      true
    #endif
  }

  private static func text(of issue: Issue) -> String {
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    return comments.isEmpty ? "\(issue.kind)" : "\(issue.kind)\n\(comments)"
  }
}
