import Statoscope

/// The failures of a flow test with their texts: what happened, and how to fix it.
package enum FlowFailure: Error, CustomStringConvertible {
  // Findings of a step.
  case valueDiffers(diff: [String])
  case valuesReadTheSame(text: [String])
  case valueIsNotNil(text: [String])
  case valueIsNil
  case missingChild(scope: String, child: String)
  case otherCase(scope: String, found: String, wanted: String)
  case checkThrew(error: String)
  case conditionFailed(String)
  case conditionHolds(String)
  case invariantViolated(error: String, after: String)

  // Failures of an event.
  case eventThrew(event: String, error: String)
  case eventDidNotThrow(event: String)
  case otherErrorThrown(event: String, diff: [String])

  // Failures of effects.
  case effectNotFound(wanted: String, diff: [String], inFlight: [String])
  case effectFound(unwanted: String, inFlight: [String])
  case effectsInFlight([String])
  case effectEndThrew(effect: String, error: String)
  case effectEndDidNotThrow(effect: String)
  case effectWaits(effect: String, inFlight: [String])
  case noEffectToEnd
  case effectReturnsOther(effect: String, value: String, type: String)

  // Requirements of a whole plan.
  case effectsPending([String])
  case changesNotNamed([String], ways: [String])
  case effectsNotNamed([String])
  case changesUnchecked([String], all: Int, allowed: Int)
  case uncheckedLimitIsNoNumber(String)
  case errorsLost([String])
  case defaultValueUsed(type: String, by: String)
  case scopesNotReleased([String])

  // Incorrect use of a plan.
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
      If what was found is right, change this step; else fix the update that led here.
      """
    case .valuesReadTheSame(let text):
      """
      the value is not equal to the expected one, though both read:
      \(FlowFailure.indented(text))
      Look at its ==, or compare a part of it that can be distinguished.
      """
    case .valueIsNotNil(let text):
      """
      the value is not nil, but:
      \(FlowFailure.indented(text))
      If that is right, change this step; else fix the update that led here.
      """
    case .valueIsNil:
      "the value is nil. If that is right, change this step; else fix the update that led here."
    case .missingChild(let scope, let child):
      "\(scope) has no \(child) there now, so the step was skipped. Send the event that makes it first."
    case .otherCase(let scope, let found, let wanted):
      "\(scope) has \(found) there now, and no \(wanted), so the step was skipped. Send the event that makes it first."
    case .checkThrew(let error):
      "the closure threw: \(error)\nIt checks the state, and what it throws fails the step."
    case .conditionFailed(let condition):
      "condition failed: \(condition). If that is right, change this step; else fix the update that led here."
    case .conditionHolds(let condition):
      "condition is true, and should be false: \(condition). If that is right, change this step; else fix the update that led here."
    case .invariantViolated(let error, let after):
      """
      invariant violated after \(after)
      The closure threw: \(error)
      Fix the update of that step. A violation is reported again only after the invariant has passed.
      """
    case .eventThrew(let event, let error):
      """
      the update threw on \(event): \(error)
      The rest of this path was not run. If the update should throw, say so with WHEN_Throws(\(event)).
      """
    case .eventDidNotThrow(let event):
      """
      the update did not throw on \(event). If that is right, say WHEN(\(event)); else let the update throw \
      InvalidStateError() for an event that is invalid in this state.
      """
    case .otherErrorThrown(let event, let diff):
      """
      the update threw another error on \(event) (- expected, + found):
      \(FlowFailure.indented(diff))
      If what was found is right, change this step; else fix the update.
      """
    case .effectNotFound(let wanted, let diff, let inFlight):
      """
      no effect in flight is \(wanted). \(FlowFailure.list(inFlight))\(FlowFailure.nearest(diff))
      Send the event that enqueues it, or fix the update that should.
      """
    case .effectFound(let unwanted, let inFlight):
      """
      an effect in flight is \(unwanted). \(FlowFailure.list(inFlight))
      End it or cancel it before this step, or fix the update that enqueues it.
      """
    case .effectsInFlight(let inFlight):
      """
      effects are in flight. \(FlowFailure.list(inFlight))
      End or cancel them before this step, or fix the update that enqueues them.
      """
    case .effectEndThrew(let effect, let error):
      """
      the end of \(effect) threw: \(error)
      The rest of this path was not run. If it is the effect's own error, map it with .mapToResult().
      """
    case .effectEndDidNotThrow(let effect):
      """
      nothing threw at the end of \(effect). If that is right, take _Throws off this step's name; else let the \
      update throw InvalidStateError() for an event that is invalid in this state.
      """
    case .effectWaits(let effect, let inFlight):
      """
      \(effect) has not started: it waits for another of its id. \(FlowFailure.list(inFlight))
      End the one that it waits for first.
      """
    case .noEffectToEnd:
      "no effect is in flight. Send the event that enqueues one, or fix the update that should."
    case .effectReturnsOther(let effect, let value, let type):
      "\(effect) cannot end with \(value): it returns \(type). Give this step a value of that type, or an event."
    case .effectsPending(let inFlight):
      """
      effects are still in flight at the end of this path. \(FlowFailure.list(inFlight))
      End them with WHEN_EffectCompletes or WHEN_EffectFails, let an update cancel them, or forget them with \
      .configure(clearEffectsOnEveryWhenOrEnd: true).
      """
    case .effectsNotNamed(let effects):
      """
      unasserted effects, which no step names before the next WHEN, oldest first:
      \(FlowFailure.indented(effects))
      Name each with THEN_EnqueuedEffect, end it with WHEN_EffectCompletes, or leave this step out with \
      .configure(exhaustivity: .off).
      """
    case .changesNotNamed(let changes, let ways):
      """
      unasserted state changes, which no THEN names before the next WHEN (- before, + after):
      \(FlowFailure.indented(changes))
      Name each with a THEN, \(FlowFailure.ways(ways))or leave this step out with .configure(exhaustivity: .off).
      """
    case .changesUnchecked(let changes, let all, let allowed):
      """
      unchecked state changes, which no THEN, INVARIANT or SNAPSHOT looked at:
      \(FlowFailure.indented(changes))
      With them, the test run has \(all), and STATOSCOPE_FLOWS_UNCHECKED allows \(allowed). Check each with a THEN behind \
      its event, or allow more.
      """
    case .uncheckedLimitIsNoNumber(let text):
      "STATOSCOPE_FLOWS_UNCHECKED is \"\(text)\". Set it to the number of changes that may be unchecked, such as 0."
    case .errorsLost(let errors):
      """
      updates threw errors that no caller received:
      \(FlowFailure.indented(errors))
      Do not send these events in this state, or handle the error with trySend.
      """
    case .defaultValueUsed(let type, let seeker):
      """
      \(seeker) looked up \(type), found none, and got \(type).defaultValue. Inject a mock where GIVEN makes the scope, \
      with injectObject(_:). If tests may use the default, declare `static let isDefaultForTests = true` in \(type), or \
      say .configure(defaultValues: .allowed).
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

  /// Indicates whether an event with this failure leaves a state about which later steps can assert nothing.
  ///
  /// A step that found no scope or no effect did nothing, so the steps after it are still meaningful.
  var endsPath: Bool {
    switch self {
    case .eventThrew, .effectEndThrew, .live(.updateThrew): true
    default: false
    }
  }

  package static func indented(_ lines: [String]) -> String {
    lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func ways(_ ways: [String]) -> String {
    ways.isEmpty ? "" : "in a case between \(ways.joined(separator: " or ")) and .POP(), "
  }

  private static func nearest(_ diff: [String]) -> String {
    diff.isEmpty ? "" : "\nOne of its type differs (- expected, + in flight):\n" + indented(diff)
  }

  private static func list(_ effects: [String]) -> String {
    effects.isEmpty ? "None is in flight." : "In flight, oldest first:\n" + indented(effects)
  }
}
