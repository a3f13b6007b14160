import Statoscope
import StatoscopeTesting

/// A difference from the first Statoscope in a plan, with the text of the notice.
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
      Write runTest(assertNoPendingEffects: true) to report them.
      """
    case .effectsKept(let inFlight):
      """
      the first Statoscope discarded these effects before this step; here they are still in flight:
      \(FlowFailure.indented(inFlight))
      If the plan depends on that, write .configure(clearEffectsOnEveryWhenOrEnd: true) before this step.
      """
    case .effectsKeptByAND(let inFlight):
      """
      the first Statoscope discarded these effects before an AND too; here they are still in flight:
      \(FlowFailure.indented(inFlight))
      An AND continues the WHEN before it. If the plan depends on that, write WHEN instead.
      """
    case .subscopeMiddleware(let scope):
      """
      this event passes the updateSubscope of \(scope), which the events of a plan bypassed in the first Statoscope.
      The resulting state is that of the app.
      """
    }
  }
}
