import Statoscope

/// The failures of a flow test with their texts: what happened, and how to fix it.
package enum FlowFailure: Error, CustomStringConvertible {
  // Findings of a step.
  case valueDiffers(diff: [String])
  case valuesReadTheSame(text: [String])
  case equalValueDiffers(diff: [String])
  case textDiffers(diff: [String], text: [String], file: String?)
  case otherScopes(text: [String])
  case noValueBefore
  case valueIsNotNil(text: [String])
  case valueIsNil
  case missingChild(scope: String, child: String)
  case otherCase(scope: String, found: String, wanted: String)
  case noSubscope(child: String, scope: String, property: String)
  case checkThrew(error: String)
  case conditionFailed(String)
  case conditionHolds(String)
  case invariantViolated(error: String?, after: String)

  // Failures of an event.
  case eventThrew(event: String, error: String)
  case eventDidNotThrow(event: String)
  case otherErrorThrown(event: String, diff: [String])

  // Failures of effects.
  case effectNotFound(
    wanted: String,
    diff: [String],
    inFlight: [String],
    elsewhere: [String],
    mayHaveEnded: Bool = false
  )
  case effectFound(unwanted: String, inFlight: [String])
  case effectsInFlight([String])
  case effectEndThrew(String, error: String)
  case effectEndDidNotThrow(String)
  case effectWaits(effect: String, inFlight: [String])
  case noEffectToEnd(elsewhere: [String])
  case effectReturnsOther(effect: String, value: String, type: String)

  // Requirements of a whole plan.
  case effectsPending([String])
  case unassertedChanges([String], steps: [String], whole: [String], problems: [String])
  case unassertedEffects([String])
  case changesUnchecked([String], all: Int, allowed: Int)
  case uncheckedLimitIsNoNumber(String)
  case errorsLost([String])
  case defaultValueUsed(DefaultedLookUp)
  case scopesNotReleased([String])

  // Snapshots.
  case snapshotMissing(file: String)
  case snapshotInaccessible(file: String, error: String)
  case snapshotWithoutView

  // Incorrect use of the library, and of a plan.
  case misuse(String)
  case endpoint(String)
  case effectsRefused(String)
  case givenThrew(error: String)
  case sameScopeGivenTwice(scope: String)
  case forkFindsOtherValues([String])
  case live(LiveFailure)
  case notRemoved(scope: String)
  case missingBranch(String)
  case neverRun
  case runTwice
  case runOnFork
  case stepAfterRun

  /// The fix for a finding that is either a change of what is wanted, or an error.
  static let updateTestOrFix = "If this is intended, update the test; otherwise fix `update`."

  package var description: String {
    switch self {
    case .valueDiffers(let diff):
      """
      the value differs (- expected, + found):
      \(FlowFailure.indented(diff))
      \(FlowFailure.updateTestOrFix)
      """
    case .valuesReadTheSame(let text):
      """
      the value is not equal to the expected one, although both have the same text:
      \(FlowFailure.indented(text))
      Check the == of its type, or compare a property of it whose text differs.
      """
    case .equalValueDiffers(let diff):
      """
      the value equals the expected one by the == of its type, but is another one (- expected, + found):
      \(FlowFailure.indented(diff))
      An exhaustive plan asserts only what a step expects: expect the whole value, or use THEN(shows:).
      """
    case .textDiffers(let diff, _, let file?):
      """
      the state differs from \(file) (- recorded, + found):
      \(FlowFailure.indented(diff))
      If this is intended, record it with \(SnapshotRecording.variable)=1; otherwise fix `update`.
      """
    case .textDiffers(let diff, let text, nil):
      """
      the state differs (- expected, + found):
      \(FlowFailure.indented(diff))
      If this is intended, update the test with this text; otherwise fix `update`:
      \(FlowFailure.indented(MissingSteps.literal(text)))
      """
    case .otherScopes(let text):
      """
      the value holds other scopes than expected, although their states have the same text:
      \(FlowFailure.indented(text))
      \(FlowFailure.updateTestOrFix)
      """
    case .noValueBefore:
      "there was no value before the last WHEN that could be changed. Compare the value with equals: or shows:."
    case .valueIsNotNil(let text):
      """
      the value is not nil, but:
      \(FlowFailure.indented(text))
      \(FlowFailure.updateTestOrFix)
      """
    case .valueIsNil:
      "the value is nil. \(FlowFailure.updateTestOrFix)"
    case .missingChild(let scope, let child):
      "\(scope) has no \(child) there now, so the step was skipped. Send the event that makes it first."
    case .otherCase(let scope, let found, let wanted):
      "\(scope) has \(found) there now, and no \(wanted), so the step was skipped. Send the event that makes it first."
    case .noSubscope(let child, let scope, let property):
      """
      \(child) is no @Subscope of \(scope), so it is not in the tree of the plan, and the step was skipped. Declare it as \
      `@Subscope var \(property)`.
      """
    case .checkThrew(let error):
      """
      the closure threw: \(error)
      A closure that throws fails its step. \(FlowFailure.updateTestOrFix)
      """
    case .conditionFailed(let condition):
      "condition failed: \(condition). \(FlowFailure.updateTestOrFix)"
    case .conditionHolds(let condition):
      "condition is true, but should be false: \(condition). \(FlowFailure.updateTestOrFix)"
    case .invariantViolated(let error, let after):
      """
      invariant violated after \(after)
      \(error.map { "The closure threw: \($0)" } ?? "An expectation in the closure has failed.")
      Fix `update` for the event of that step, or change the invariant. It is not checked any more, nor in forks from \
      here.
      """
    case .eventThrew(let event, let error):
      """
      `update` threw on \(event): \(error)
      The steps after this one were not run. If this is intended, write WHEN_Throws(\(event)); otherwise fix `update`.
      """
    case .eventDidNotThrow(let event):
      """
      `update` did not throw on \(event). If this is intended, write WHEN(\(event)); otherwise throw \
      InvalidStateError() in `update` for an event that is invalid in this state.
      """
    case .otherErrorThrown(let event, let diff):
      """
      `update` threw a different error on \(event) (- expected, + found):
      \(FlowFailure.indented(diff))
      \(FlowFailure.updateTestOrFix)
      """
    case .effectNotFound(let wanted, let diff, let inFlight, let elsewhere, let mayHaveEnded):
      """
      no effect in flight is \(wanted). \(FlowFailure.list(inFlight, elsewhere: elsewhere))\
      \(FlowFailure.nearest(diff))\(FlowFailure.list(elsewhere: elsewhere))\(mayHaveEnded ? FlowFailure.ended : "")
      \(FlowFailure.send(isOnly: elsewhere.isEmpty && !mayHaveEnded)) the event that enqueues it before this step, or fix `update`, which should enqueue it.
      """
    case .effectFound(let unwanted, let inFlight):
      """
      an effect in flight is \(unwanted). \(FlowFailure.list(inFlight))
      End it or cancel it before this step, or fix `update`, which enqueues it.
      """
    case .effectsInFlight(let inFlight):
      """
      effects are in flight. \(FlowFailure.list(inFlight))
      End or cancel them before this step, or fix `update`, which enqueues them.
      """
    case .effectEndThrew(let end, let error):
      """
      \(end) threw: \(error)
      The steps after this one were not run. If the effect itself threw the error, map it to an event with \
      .mapToResult(). If `update` threw it and this is intended, add _Throws to the name of this step; otherwise fix \
      `update`.
      """
    case .effectEndDidNotThrow(let end):
      """
      nothing threw for \(end). If this is intended, remove _Throws from the name of this step; otherwise \
      throw InvalidStateError() in `update` for an event that is invalid in this state.
      """
    case .effectWaits(let effect, let inFlight):
      """
      \(effect) has not started, because it waits for another effect with its id. \(FlowFailure.list(inFlight))
      End that other effect first.
      """
    case .noEffectToEnd(let elsewhere):
      """
      no effect is in flight\(elsewhere.isEmpty ? "." : " in this scope.")\(FlowFailure.list(elsewhere: elsewhere))\
      \(elsewhere.isEmpty ? " " : "\n")\(FlowFailure.send(isOnly: elsewhere.isEmpty)) the event that enqueues one before this step, or \
      fix `update`, which should enqueue one.
      """
    case .effectReturnsOther(let effect, let value, let type):
      """
      \(effect) cannot end with \(value), because it returns \(type). Pass a value of that type, or an event of the scope.
      """
    case .effectsPending(let inFlight):
      """
      effects are still in flight at the end of this path. \(FlowFailure.list(inFlight))
      End them with WHEN_EffectCompletes or WHEN_EffectFails, cancel them in `update`, or discard them with \
      .configure(clearEffectsOnEveryWhenOrEnd: true).
      """
    case .unassertedEffects(let effects):
      """
      unasserted effects, which no step asserts before the next WHEN, oldest first:
      \(FlowFailure.indented(effects))
      Assert each one with THEN_EnqueuedEffect, end it with WHEN_EffectCompletes, or exclude this step with \
      .configure(exhaustivity: .off).
      """
    case .unassertedChanges(let changes, let steps, let whole, let problems):
      """
      unasserted state changes, which no THEN asserts before the next WHEN (- before, + after):
      \(FlowFailure.indented(changes))
      Add these steps, THEN(shows:) for private state, or exclude this step with .configure(exhaustivity: .off):
      \(FlowFailure.indented(steps))\(FlowFailure.orAllAtOnce(whole))\(FlowFailure.assertingNothing(problems))
      """
    case .changesUnchecked(let changes, let all, let allowed):
      """
      unchecked state changes, which no THEN or SNAPSHOT reads:
      \(FlowFailure.indented(changes))
      With these, the test run has \(all) unchecked changes, and STATOSCOPE_FLOWS_UNCHECKED allows \(allowed). Check each \
      one with a THEN after its event, or allow more.
      """
    case .uncheckedLimitIsNoNumber(let text):
      """
      STATOSCOPE_FLOWS_UNCHECKED is "\(text)", which is not a number. Set it to the number of unchecked changes that are \
      allowed, for example 0.
      """
    case .errorsLost(let errors):
      """
      updates threw errors that no caller received:
      \(FlowFailure.indented(errors))
      Do not send these events in this state, or handle their errors with trySend.
      """
    case .defaultValueUsed(let lookUp) where lookUp.isInInit:
      """
      \(lookUp.seeker) looked up \(lookUp.type) in `init`, before it is in a tree, and got \(lookUp.type).defaultValue, \
      whatever is injected. Look it up in the update of its first event: declare `static var whenLinked: When?` for the \
      event that it is sent when it is in a tree. Or pass the value to `init`.
      """
    case .defaultValueUsed(let lookUp):
      """
      \(lookUp.seeker) looked up \(lookUp.type), found no injected value, and got \(lookUp.type).defaultValue. Inject a mock with \
      injectObject(_:) in the closure of GIVEN. If tests may use the default, declare \
      `static let isDefaultForTests = true` in \(lookUp.type), or write .configure(defaultValues: .allowed).
      """
    case .scopesNotReleased(let scopes):
      """
      scopes were not released at the end of this path:
      \(FlowFailure.indented(scopes))
      Capture them weakly in closures and tasks, make references to them weak, or use @Superscope.
      """
    case .snapshotMissing(let file):
      """
      there is no snapshot yet: \(file) does not exist beside the test.
      Run the test once with \(SnapshotRecording.variable)=1 in its environment, read the recorded file, and commit it.
      """
    case .snapshotInaccessible(let file, let error):
      """
      \(file) cannot be read or recorded: \(error)
      Fix the file and its folder, or remove it and record it again with \(SnapshotRecording.variable)=1.
      """
    case .snapshotWithoutView:
      "no view is configured. Add .configureViewSnapshot(self) { sut in MyView(sut) } to the plan."
    case .misuse(let text):
      """
      \(text)
      It had no effect, and the plan went on. Outside of plans it stops the program.
      """
    case .endpoint(let text), .effectsRefused(let text):
      text
    case .givenThrew(let error):
      """
      the closure that creates the scope threw: \(error)
      This path was not run. Create the scope without throwing.
      """
    case .sameScopeGivenTwice(let scope):
      """
      the closure returned the same \(scope) again. Each fork runs on a scope of its own: create a new one in the closure.
      """
    case .forkFindsOtherValues(let values):
      """
      this fork begins with other stored values than the steps before it led to the first time:
      \(FlowFailure.indented(values))
      A storage that outlives a path keeps what the path has written: make it in the closure that creates the scope, with \
      no file or one of its own. Inject CurrentDate and NewUUID for values that differ by themselves.
      """
    case .live(let failure):
      failure.description
    case .notRemoved(let scope):
      "\(scope) has not left. Call removeFromSuperscope() in `update` where it should."
    case .missingBranch(let verb):
      "\(verb) has no steps of its own. Write them in a closure behind it: { try $0.THEN(…) }."
    case .neverRun:
      "the plan was never run. End it with .runTest()."
    case .runTwice:
      "the plan has been run before. Create another plan, or run this one once."
    case .runOnFork:
      "runTest() was called on a fork. The plan that contains the fork runs it: remove this call."
    case .stepAfterRun:
      "the step was added after runTest() and will never run. Add it before."
    }
  }

  /// Indicates whether an event with this failure leaves a state about which later steps can assert nothing.
  ///
  /// A step that found no scope or no effect did nothing, so the steps after it are still meaningful.
  var endsPath: Bool {
    switch self {
    case .eventThrew, .effectEndThrew, .live(.updateThrew): true
    case .live(.otherClock), .live(.noEventInTime), .live(.noRest): true
    default: false
    }
  }

  package static func indented(_ lines: [String]) -> String {
    lines.map { "  " + $0 }.joined(separator: "\n")
  }

  private static func orAllAtOnce(_ step: [String]) -> String {
    step.isEmpty ? "" : "\nOr assert all at once:\n" + indented(step)
  }

  private static func assertingNothing(_ problems: [String]) -> String {
    problems.isEmpty ? "" : "\nThese steps assert nothing of it:\n" + indented(problems)
  }

  private static func nearest(_ diff: [String]) -> String {
    diff.isEmpty ? "" : "\nOne of its type differs (- expected, + in flight):\n" + indented(diff)
  }

  private static func list(elsewhere effects: [String]) -> String {
    guard !effects.isEmpty else { return "" }
    return """

      In flight in other scopes of the tree:
      \(indented(effects))
      Address such a scope by its key path, as in WHEN_EffectCompletes(\\.child, …) or WITH(\\.child); POP() leads back.
      """
  }

  private static func list(_ effects: [String], elsewhere: [String] = []) -> String {
    guard effects.isEmpty else { return "In flight, oldest first:\n" + indented(effects) }
    return elsewhere.isEmpty ? "None is in flight." : "None is in flight in this scope."
  }

  private static let ended = """

    Effects run in this plan, so it may have ended already: assert its event with RECEIVE, or what it has done.
    """

  private static func send(isOnly: Bool) -> String { isOnly ? "Send" : "Otherwise send" }
}

/// Returns a number with its noun: `1 step`, `12 steps`.
package func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
