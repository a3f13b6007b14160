import Statoscope
import Testing
import XCTest

/// Reports a failure to the test framework that runs the present test, at the line that caused it.
package struct FailureReporter: Sendable {
  package let report: @Sendable (_ text: String, _ site: CallSite) -> Void

  package init(report: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void) {
    self.report = report
  }

  /// The present reporter; the tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current = FailureReporter { text, site in
    // In a detached task Swift Testing does not know the test any more, nor does XCTest say whether it runs one.
    // Then both get it: the one that runs no test takes no notice.
    if Test.current == nil { XCTFail(text, file: site.filePath, line: site.line) }
    let location = SourceLocation(
      fileID: "\(site.fileID)",
      filePath: "\(site.filePath)",
      line: Int(site.line),
      column: Int(site.column)
    )
    Issue.record(Comment(rawValue: text), sourceLocation: location)
  }
}
