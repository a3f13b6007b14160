import Statoscope
import Testing
import XCTest

/// Tells the test framework that runs the present test about a failure, at the line that caused it.
package struct FailureReporter: Sendable {
  package let report: @Sendable (_ text: String, _ site: CallSite) -> Void

  package init(report: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void) {
    self.report = report
  }

  /// Who is told now; the tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current = FailureReporter { text, site in
    if Test.current == nil {
      XCTFail(text, file: site.filePath, line: site.line)
    } else {
      let location = SourceLocation(
        fileID: "\(site.fileID)",
        filePath: "\(site.filePath)",
        line: Int(site.line),
        column: Int(site.column)
      )
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
  }
}
