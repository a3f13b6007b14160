import Statoscope
import Testing

/// An observer of the issues that assertions in a plan's closures record: they go to the test framework, not
/// to the plan.
enum IssueObserver {
  /// Runs a closure and returns the issues recorded during it.
  static func issues(during body: () -> Void) -> [String] {
    guard Test.current != nil else {
      let before = XCTestObserver.shared.issues.count
      body()
      return Array(XCTestObserver.shared.issues.dropFirst(before))
    }
    let found = Locked<[String]>([])
    // Each issue is inspected before it is reported, and declared not to be a known one.
    withKnownIssue(isIntermittent: true, body) {
      true
    } matching: { issue in
      guard breaks(issue) else { return false }
      found.withLock { $0.append(text(of: issue)) }
      return false
    }
    return found.withLock { $0 }
  }

  /// Checks whether an issue fails the current test: a warning does not.
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
