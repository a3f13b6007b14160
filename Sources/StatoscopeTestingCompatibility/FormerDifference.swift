import Statoscope
import StatoscopeTesting

/// A difference from the first Statoscope in a plan that uses its names, with the text of the notice.
package enum FormerDifference: CustomStringConvertible {
  /// Writes a notice, by default to standard error; tests of this module replace it during a closure.
  @TaskLocal package static var write: @Sendable (_ text: String) -> Void = StandardError.write

  case pendingEffects([String])
  case effectsKept([String])
  case effectsKeptByAND([String])
  case subscopeMiddleware(scope: String)

  package var description: String {
    switch self {
    case .pendingEffects(let inFlight):
      """
      effects are in flight at the end of this path, which the first Statoscope reported as a failure:
      \(FlowFailure.indented(inFlight))
      Say runTest(assertNoPendingEffects: true) to have them reported.
      """
    case .effectsKept(let inFlight):
      """
      the first Statoscope forgot these effects before this step, and they are still in flight:
      \(FlowFailure.indented(inFlight))
      If the plan needs that, say .configure(clearEffectsOnEveryWhenOrEnd: true) before.
      """
    case .effectsKeptByAND(let inFlight):
      """
      the first Statoscope forgot these effects before an AND too, and they are still in flight:
      \(FlowFailure.indented(inFlight))
      An AND continues the WHEN before it. If the plan needs that, say WHEN.
      """
    case .subscopeMiddleware(let scope):
      """
      this event passes the updateSubscope of \(scope), which the events of a plan went around in the first Statoscope.
      The state that follows is what the app shows.
      """
    }
  }
}
