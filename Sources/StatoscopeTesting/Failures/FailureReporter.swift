import Foundation
import Statoscope
import Testing
import XCTest

extension FlowFailure {
  /// Creates the failure of a step whose closure has thrown.
  init(thrown error: any Error) {
    self = error as? FlowFailure ?? .checkThrew(error: FlowFailure.text(ofThrown: error))
  }

  /// Describes what a closure has thrown; of `#require` as what has recorded an issue of its own.
  static func text(ofThrown error: any Error) -> String {
    error is ExpectationFailedError ? "an expectation in it has failed" : "\(error)"
  }
}

/// Reports a failure to the test framework of the current test, at the line that caused it.
package struct FailureReporter: Sendable {
  /// What a reported failure means for the test.
  package enum Outcome: Sendable {
    case fails
    /// The test declares it with `withKnownIssue` or `XCTExpectFailure`, and passes.
    case isKnown
  }

  private let body: @Sendable (_ text: String, _ location: CallLocation) -> Outcome

  /// Writes what is no failure, by default to standard error.
  package let note: @Sendable (_ text: String) -> Void

  private init(body: @escaping @Sendable (_ text: String, _ location: CallLocation) -> Outcome) {
    self.body = body
    note = StandardError.write
  }

  package init(
    note: @escaping @Sendable (_ text: String) -> Void = { _ in },
    report: @escaping @Sendable (_ text: String, _ location: CallLocation) -> Void
  ) {
    self.note = note
    body = { text, location in
      report(text, location)
      return .fails
    }
  }

  /// Reports a failure.
  @discardableResult
  package func report(_ text: String, _ location: CallLocation) -> Outcome { body(text, location) }

  /// The current reporter; tests of this module replace it during a closure.
  @TaskLocal package static var current = FailureReporter(body: reportToFramework)

  private static func reportToFramework(_ text: String, _ location: CallLocation) -> Outcome {
    // In a detached task Swift Testing no longer knows the test, and XCTest does not expose whether it runs
    // one. The failure is then reported to both: the one that runs no test ignores it.
    let before = XCTestObserver.current.issues?.count
    if Test.current == nil, !issuesReachXCTest {
      XCTFail(text, file: location.filePath, line: location.line)
    }
    let source = SourceLocation(
      fileID: "\(location.fileID)",
      filePath: "\(location.filePath)",
      line: Int(location.line),
      column: Int(location.column)
    )
    let issue = Issue.record(Comment(rawValue: text), sourceLocation: source)
    guard Test.current == nil else { return isFailure(issue) ? .fails : .isKnown }
    guard let before, let after = XCTestObserver.current.issues?.count else { return .fails }
    return after > before ? .fails : .isKnown
  }

  /// Indicates whether an issue of Swift Testing fails a test of XCTest, which then needs no failure of its own.
  private static let issuesReachXCTest: Bool = {
    #if compiler(>=6.4)
      ProcessInfo.processInfo.environment["SWIFT_TESTING_XCTEST_INTEROP_MODE"] != "none"
    #else
      false
    #endif
  }()

  private static func isFailure(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.isFailure
    #else
      true
    #endif
  }
}
