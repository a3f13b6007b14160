import Statoscope

/// Every way in which a flow test fails, with its words: what happened, and what to do about it.
package enum FlowFailure: Error, CustomStringConvertible {
  case valueDiffers(diff: [String])
  case missingChild(scope: String, child: String)
  case eventThrew(event: String, error: String)
  case checkThrew(error: String)
  case effectNotFound(wanted: String, underWay: [String])
  case effectsUnderWay([String])
  case effectFound(unwanted: String, underWay: [String])
  case effectEndThrew(effect: String, error: String)
  case givenThrew(error: String)
  case sameScopeGivenTwice(scope: String)
  case live(LiveFailure)
  case neverRun
  case runTwice
  case runOnFork
  case stepAfterRun

  package var description: String {
    switch self {
    case .valueDiffers(let diff):
      "the value differs (- expected, + found):\n" + FlowFailure.indented(diff)
    case .missingChild(let scope, let child):
      "\(scope) has no \(child) there now, so the step was skipped. Send the event that makes it first."
    case .eventThrew(let event, let error):
      """
      the update threw on \(event): \(error)
      The rest of this path was not run. If the update should throw, this is not the event to send here.
      """
    case .checkThrew(let error):
      "the closure threw: \(error)"
    case .effectNotFound(let wanted, let underWay):
      "no effect under way is \(wanted). " + FlowFailure.list(underWay)
    case .effectsUnderWay(let underWay):
      "effects are under way. " + FlowFailure.list(underWay)
    case .effectFound(let unwanted, let underWay):
      "an effect under way is \(unwanted). " + FlowFailure.list(underWay)
    case .effectEndThrew(let effect, let error):
      """
      the end of \(effect) threw: \(error)
      The rest of this path was not run. If it is the effect's own error, map it with .mapToResult().
      """
    case .givenThrew(let error):
      "the closure that makes the scope threw: \(error)"
    case .sameScopeGivenTwice(let scope):
      "the closure gave the same \(scope) again. Each fork starts on a fresh scope: make one in the closure."
    case .live(let failure):
      failure.description
    case .neverRun:
      "the plan was never run. End it with .runTest()."
    case .runTwice:
      "the plan was run before. Make another plan, or run this one once."
    case .runOnFork:
      "runTest() was called on a fork. The plan that holds the fork runs it: remove this call."
    case .stepAfterRun:
      "the step was added after runTest() and will never run. Put it before."
    }
  }

  private static func indented(_ lines: [String]) -> String {
    lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func list(_ effects: [String]) -> String {
    effects.isEmpty ? "None is under way." : "Under way, oldest first:\n" + indented(effects)
  }
}
