import Statoscope

/// Every way in which a flow test fails, with its words: what happened, and what to do about it.
package enum FlowFailure: Error, CustomStringConvertible {
  // What a step found.
  case valueDiffers(diff: [String])
  case valuesReadTheSame(text: [String])
  case valueIsNotNil(text: [String])
  case valueIsNil
  case missingChild(scope: String, child: String)
  case checkThrew(error: String)
  case isNotSo(String)
  case isSo(String)
  case invariantBroken(error: String, after: String)

  // What an event did.
  case eventThrew(event: String, error: String)
  case eventDidNotThrow(event: String)
  case otherErrorThrown(event: String, diff: [String])

  // What is under way.
  case effectNotFound(wanted: String, diff: [String], underWay: [String])
  case effectFound(unwanted: String, underWay: [String])
  case effectsUnderWay([String])
  case effectEndThrew(effect: String, error: String)
  case effectEndDidNotThrow(effect: String)
  case effectWaits(effect: String, underWay: [String])
  case noEffectToEnd
  case effectReturnsOther(effect: String, value: String, type: String)

  // What a whole plan asks for.
  case effectsPending([String])
  case changesNotNamed([String])
  case effectsNotNamed([String])
  case errorsLost([String])
  case scopesNotReleased([String])

  // How a plan is used.
  case givenThrew(error: String)
  case sameScopeGivenTwice(scope: String)
  case live(LiveFailure)
  case snapshot(SnapshotFailure)
  case neverRun
  case runTwice
  case runOnFork
  case stepAfterRun

  package var description: String {
    switch self {
    case .valueDiffers(let diff):
      """
      the value differs (- expected, + found):
      \(FlowFailure.indented(diff))
      If what was found is right, change this step; else mend the update that led here.
      """
    case .valuesReadTheSame(let text):
      """
      the value is not equal to the expected one, though both read:
      \(FlowFailure.indented(text))
      Look at its ==, or compare a part of it that can be told apart.
      """
    case .valueIsNotNil(let text):
      """
      the value is not nil, but:
      \(FlowFailure.indented(text))
      If that is right, change this step; else mend the update that led here.
      """
    case .valueIsNil:
      "the value is nil. If that is right, change this step; else mend the update that led here."
    case .missingChild(let scope, let child):
      "\(scope) has no \(child) there now, so the step was skipped. Send the event that makes it first."
    case .checkThrew(let error):
      "the closure threw: \(error)\nIt checks the state, and what it throws fails the step."
    case .isNotSo(let words):
      "it is not so: \(words). If that is right, change this step; else mend the update that led here."
    case .isSo(let words):
      "it is so: \(words). If that is right, change this step; else mend the update that led here."
    case .invariantBroken(let error, let after):
      """
      it does not hold after \(after)
      The closure threw: \(error)
      Mend the update of that step. It is told again only when it has held in between.
      """
    case .eventThrew(let event, let error):
      """
      the update threw on \(event): \(error)
      The rest of this path was not run. If the update should throw, say so with WHEN_Throws(\(event)).
      """
    case .eventDidNotThrow(let event):
      """
      the update did not throw on \(event). If that is right, say WHEN(\(event)); else let the update throw \
      InvalidStateError() for an event that makes no sense in this state.
      """
    case .otherErrorThrown(let event, let diff):
      """
      the update threw another error on \(event) (- expected, + found):
      \(FlowFailure.indented(diff))
      If what was found is right, change this step; else mend the update.
      """
    case .effectNotFound(let wanted, let diff, let underWay):
      """
      no effect under way is \(wanted). \(FlowFailure.list(underWay))\(FlowFailure.nearest(diff))
      Send the event that enqueues it, or mend the update that should.
      """
    case .effectFound(let unwanted, let underWay):
      """
      an effect under way is \(unwanted). \(FlowFailure.list(underWay))
      End it or cancel it before this step, or mend the update that enqueues it.
      """
    case .effectsUnderWay(let underWay):
      """
      effects are under way. \(FlowFailure.list(underWay))
      End or cancel them before this step, or mend the update that enqueues them.
      """
    case .effectEndThrew(let effect, let error):
      """
      the end of \(effect) threw: \(error)
      The rest of this path was not run. If it is the effect's own error, map it with .mapToResult().
      """
    case .effectEndDidNotThrow(let effect):
      """
      nothing threw at the end of \(effect). If that is right, take _Throws off this step's name; else let the \
      update throw InvalidStateError() for an event that makes no sense in this state.
      """
    case .effectWaits(let effect, let underWay):
      """
      \(effect) has not started: it waits for another of its id. \(FlowFailure.list(underWay))
      End the one that it waits for first.
      """
    case .noEffectToEnd:
      "no effect is under way. Send the event that enqueues one, or mend the update that should."
    case .effectReturnsOther(let effect, let value, let type):
      "\(effect) cannot end with \(value): it returns \(type). Give this step a value of that type, or an event."
    case .effectsPending(let underWay):
      """
      effects are still under way at the end of this path. \(FlowFailure.list(underWay))
      End them with WHEN_EffectCompletes or WHEN_EffectFails, let an update cancel them, or forget them with \
      .configure(clearEffectsOnEveryWhenOrEnd: true).
      """
    case .effectsNotNamed(let effects):
      """
      it enqueued effects that no step names before the next WHEN, oldest first:
      \(FlowFailure.indented(effects))
      Name each with THEN_EnqueuedEffect, end it with WHEN_EffectCompletes, or leave this step out with \
      .configure(exhaustivity: .off).
      """
    case .changesNotNamed(let changes):
      """
      it changed what no THEN names before the next WHEN (- before, + after):
      \(FlowFailure.indented(changes))
      Name each with a THEN, or leave this step out with .configure(exhaustivity: .off).
      """
    case .errorsLost(let errors):
      """
      updates threw where nobody could hear of it:
      \(FlowFailure.indented(errors))
      Do not send these events in this state, or handle the error with trySend.
      """
    case .scopesNotReleased(let scopes):
      """
      scopes were not released at the end of this path:
      \(FlowFailure.indented(scopes))
      Let closures and tasks capture them weakly, make references to them weak, or use @Superscope.
      """
    case .givenThrew(let error):
      "the closure that makes the scope threw: \(error)\nThis path was not run. Make the scope without throwing."
    case .sameScopeGivenTwice(let scope):
      "the closure gave the same \(scope) again. Each fork starts on a fresh scope: make one in the closure."
    case .live(let failure):
      failure.description
    case .snapshot(let failure):
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

  /// Whether an event that failed so leaves a state that nothing more can be said of.
  ///
  /// A step that found no scope or no effect to speak to did nothing, so what comes after it can still be told.
  var endsPath: Bool {
    switch self {
    case .eventThrew, .effectEndThrew, .live(.updateThrew): true
    default: false
    }
  }

  static func indented(_ lines: [String]) -> String {
    lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func nearest(_ diff: [String]) -> String {
    diff.isEmpty ? "" : "\nOne of its type differs (- expected, + under way):\n" + indented(diff)
  }

  private static func list(_ effects: [String]) -> String {
    effects.isEmpty ? "None is under way." : "Under way, oldest first:\n" + indented(effects)
  }
}
