import Statoscope
import StatoscopeTesting
import TestSupport

/// One reported failure, with the line it was reported at.
struct Failure: Equatable {
  let line: UInt
  let text: String
}

/// The failures that a plan reports, in order, kept from the test that runs it.
func failures(of plan: () throws -> Void) rethrows -> [Failure] {
  let reported = Locked<[Failure]>([])
  let reporter = FailureReporter { text, site in
    reported.withLock { $0.append(Failure(line: site.line, text: text)) }
  }
  try FailureReporter.$current.withValue(reporter) { try plan() }
  return reported.withLock { $0 }
}
