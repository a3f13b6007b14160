import PlanTestSupport
import Statoscope
import StatoscopeTesting

/// The failures that a live plan reports, in order, kept from the test that runs it.
func liveFailures(
  isolation: isolated (any Actor)? = #isolation,
  of plan: () async throws -> Void
) async rethrows -> [Failure] {
  let reported = Locked<[Failure]>([])
  let reporter = FailureReporter { text, location in
    reported.withLock { $0.append(Failure(line: location.line, text: text)) }
  }
  // A plan that is meant to fail promises nothing.
  try await LivingDocumentation.$current.withValue(nil) {
    try await FailureReporter.$current.withValue(reporter) { try await plan() }
  }
  return reported.withLock { $0 }
}

/// The same without the lines.
func liveTexts(
  isolation: isolated (any Actor)? = #isolation,
  of plan: () async throws -> Void
) async rethrows -> [String] {
  try await liveFailures(of: plan).map(\.text)
}
