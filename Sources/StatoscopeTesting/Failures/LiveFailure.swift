import Statoscope

/// Every way in which a step fails that has to do with effects that run.
package enum LiveFailure: CustomStringConvertible {
  /// A step of a live plan in a plan whose effects never start.
  case effectsDoNotRun

  package var description: String {
    switch self {
    case .effectsDoNotRun:
      """
      the step was skipped, because the effects of this plan never start. End the plan with \
      await runTest(effects: .live(clock)).
      """
    }
  }
}
