import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// One reported failure, with the line it was reported at.
package struct Failure: Equatable, Sendable {
  package let line: UInt
  package let text: String

  package init(line: UInt, text: String) {
    (self.line, self.text) = (line, text)
  }
}

/// The failures that a plan reports, in order, kept from the test that runs it.
package func failures(of plan: () throws -> Void) rethrows -> [Failure] {
  let reported = Locked<[Failure]>([])
  let reporter = FailureReporter { text, location in
    reported.withLock { $0.append(Failure(line: location.line, text: text)) }
  }
  // A plan that is meant to fail promises nothing.
  try LivingDocumentation.$current.withValue(nil) {
    try FailureReporter.$current.withValue(reporter) { try plan() }
  }
  return reported.withLock { $0 }
}

/// The texts of the failures that a plan reports, each of which must stand at the line of the step it begins with.
package func texts(
  of plan: () throws -> Void,
  filePath: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [String] {
  let found = try failures(of: plan)
  let lines = try String(contentsOfFile: "\(filePath)", encoding: .utf8).split(
    separator: "\n",
    omittingEmptySubsequences: false
  )
  for failure in found {
    let verb = failure.text.prefix { $0.isLetter || $0 == "_" }
    #expect(lines[Int(failure.line) - 1].contains(verb), sourceLocation: sourceLocation)
  }
  return found.map(\.text)
}

/// What to do about a value that differs.
package let orFixTheUpdate = "If this is intended, update the test; otherwise fix `update`."
