import Statoscope
import Testing

/// Observes what the assertions in a plan's closures find: that goes to the test framework, not to the plan.
enum IssueObserver {
  /// Runs a closure and hands over what was found meanwhile.
  static func during(_ body: () -> Void, _ note: (_ issues: [String]) -> Void) {
    guard Test.current != nil else {
      let observer = XCTestObserver.shared
      let before = observer.issueCount
      body()
      return note(observer.issues(from: before))
    }
    let found = Locked<[String]>([])
    // Each issue is looked at before it is reported, and said to be none that was known.
    withKnownIssue(isIntermittent: true, body) {
      true
    } matching: { issue in
      guard breaks(issue) else { return false }
      found.withLock { $0.append(text(of: issue)) }
      return false
    }
    note(found.withLock { $0 })
  }

  /// Checks whether an issue fails the test that runs: a warning does not.
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
