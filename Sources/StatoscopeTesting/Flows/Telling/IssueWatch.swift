import Foundation
import Statoscope
import Testing
import XCTest

/// Hears of what the assertions in a plan's closures find: those go to the test framework, not to the plan.
enum IssueWatch {
  /// Runs a closure and hands over what was found meanwhile.
  static func during(_ body: () -> Void, _ note: (_ issues: [String]) -> Void) {
    guard Test.current != nil else {
      let issues = XCTestIssues.shared
      let before = issues.count
      body()
      return note(issues.texts(from: before))
    }
    let found = Locked<[String]>([])
    // Each issue is looked at on its way, and said to be none that was known.
    withKnownIssue(isIntermittent: true, body) {
      true
    } matching: { issue in
      found.withLock { $0.append(text(of: issue)) }
      return false
    }
    note(found.withLock { $0 })
  }

  private static func text(of issue: Issue) -> String {
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    return comments.isEmpty ? "\(issue.kind)" : "\(issue.kind)\n\(comments)"
  }
}

/// The failures that XCTest has heard of in this process.
private final class XCTestIssues: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestIssues()
  private let texts = Locked<[String]>([])

  private override init() {
    super.init()
    XCTestObservationCenter.shared.addTestObserver(self)
  }

  var count: Int { texts.withLock { $0.count } }

  func texts(from first: Int) -> [String] { texts.withLock { Array($0.dropFirst(first)) } }

  #if canImport(ObjectiveC)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      texts.withLock { $0.append(issue.compactDescription) }
    }
  #else
    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      texts.withLock { $0.append(description) }
    }
  #endif
}
