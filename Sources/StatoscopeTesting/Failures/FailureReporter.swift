import Statoscope
import Testing
import XCTest

/// Reports a failure to the test framework of the current test, at the line that caused it.
package struct FailureReporter: Sendable {
  package let report: @Sendable (_ text: String, _ location: CallLocation) -> Void

  package init(report: @escaping @Sendable (_ text: String, _ location: CallLocation) -> Void) {
    self.report = report
  }

  /// The current reporter; tests of this module replace it during a closure.
  @TaskLocal package static var current = FailureReporter { text, location in
    // In a detached task Swift Testing no longer knows the test, and XCTest does not expose whether it runs
    // one. The failure is then reported to both: the one that runs no test ignores it.
    if Test.current == nil { XCTFail(text, file: location.filePath, line: location.line) }
    let source = SourceLocation(
      fileID: "\(location.fileID)",
      filePath: "\(location.filePath)",
      line: Int(location.line),
      column: Int(location.column)
    )
    Issue.record(Comment(rawValue: text), sourceLocation: source)
  }
}
