import Statoscope

/// The failures of steps that concern running effects, with their texts.
package enum LiveFailure: CustomStringConvertible {
  /// The reason why no event can be received.
  package enum Silence {
    case nothingInFlight
    case allAsleep
    case testCancelled
  }

  case effectsDoNotRun
  case noEvent(Silence, inFlight: [String], lost: [String])
  case noEventInTime(Duration, inFlight: [String])
  case noRest(Duration, inFlight: [String])
  case eventsOverdue([String])
  case effectsUnnamed([String])
  case otherEvent(diff: [String], queue: [String])
  case eventNotAccepted(queue: [String])
  case updateThrew(event: String, error: String)
  case eventOutOfLine(queue: [String])
  case eventsNotReceived([String])
  case effectsStillRun([String])
  case timeGoesBack(Duration)
  case otherClock(effect: String, clock: String)

  package var description: String {
    switch self {
    case .effectsDoNotRun:
      """
      the step was skipped, because the effects of this plan never start. Run the plan with \
      await runTest(effects: .live(clock)).
      """
    case .noEvent(let silence, let inFlight, let lost):
      LiveFailure.text(of: silence, inFlight) + LiveFailure.text(ofLost: lost)
    case .noEventInTime(let limit, let inFlight):
      """
      no event arrived within \(limit) of real time. In flight, oldest first:
      \(FlowFailure.indented(inFlight))
      The steps after this one were not run. Make what these effects wait for happen before this step, inject a mock that \
      answers, or allow more time with FlowSettings(timeLimit:).
      """
    case .noRest(let limit, let inFlight):
      """
      the effects of this plan did not come to rest within \(limit) of real time. \(LiveFailure.list(inFlight))
      The steps after this one were not run. An effect must not block its thread, or loop without waiting: make it wait \
      for the clock or for a result, and end when it is cancelled, or allow more time with FlowSettings(timeLimit:).
      """
    case .eventsOverdue(let queue):
      """
      events were due before this step, and no step received them. \(LiveFailure.text(ofQueue: queue))
      Receive each one with RECEIVE before this step, or cancel the effect that sends it in an earlier event.
      """
    case .effectsUnnamed(let effects):
      """
      effects ended without an event, and no step named them, oldest first:
      \(FlowFailure.indented(effects))
      Name each one with THEN_EnqueuedEffect before the next event, map its error to an event with .mapToResult(), or \
      exclude this step with .configure(exhaustivity: .off).
      """
    case .otherEvent(let diff, let queue):
      """
      the oldest event is a different one (- expected, + found):
      \(FlowFailure.indented(diff))
      \(LiveFailure.text(ofQueue: queue))
      The oldest event was delivered. If this is intended, update the test; otherwise fix `update` or the effect that \
      sent the event.
      """
    case .eventNotAccepted(let queue):
      """
      the closure does not accept the oldest event. \(LiveFailure.text(ofQueue: queue))
      The oldest event was delivered. If this is intended, update the closure; otherwise fix `update` or the effect that \
      sent the event.
      """
    case .updateThrew(let event, let error):
      """
      `update` threw on \(event): \(error)
      The steps after this one were not run. Make `update` accept this event, or cancel the effect that sent it.
      """
    case .eventOutOfLine(let queue):
      """
      the event is not the oldest. \(LiveFailure.text(ofQueue: queue))
      All events up to this one were delivered. Receive those before it first, or fix the effects that sent them.
      """
    case .eventsNotReceived(let queue):
      """
      no step received these events before the end of this path. \(LiveFailure.text(ofQueue: queue))
      Receive each one with RECEIVE, or cancel the effect that sent it in `update`.
      """
    case .effectsStillRun(let inFlight):
      """
      effects are still running at the end of this path, oldest first:
      \(FlowFailure.indented(inFlight))
      Advance the clock with ADVANCE(by:), make what they wait for happen, or cancel them in `update`. If they may \
      continue to run, write .configure(clearEffectsOnEveryWhenOrEnd: true), and assert them with THEN_EnqueuedEffect.
      """
    case .otherClock(let effect, let clock):
      """
      \(effect), waits on a \(clock) and not on the clock of this plan, so real time would pass. Inject the plan's clock \
      into the scope, and pass it to the effect as `clock:`.
      """
    case .timeGoesBack(let duration):
      "the step was skipped, because \(duration) is negative and time cannot go back. Advance by a positive duration."
    }
  }

  private static func text(of silence: Silence, _ inFlight: [String]) -> String {
    switch silence {
    case .nothingInFlight:
      """
      no event arrived, and none can, because no effect is in flight.
      Send the event that enqueues one before this step, or fix `update`, which should enqueue one.
      """
    case .allAsleep:
      """
      no event arrived, and none can before time passes, because every effect in flight is asleep, oldest first:
      \(FlowFailure.indented(inFlight))
      Advance the clock with ADVANCE(by:) before this step.
      """
    case .testCancelled:
      """
      no event arrived before the test was cancelled. In flight, oldest first:
      \(FlowFailure.indented(inFlight))
      Make what these effects wait for happen before this step.
      """
    }
  }

  private static func text(ofLost lost: [String]) -> String {
    guard !lost.isEmpty else { return "" }
    return """

      Effects that ended with an error instead of an event:
      \(FlowFailure.indented(lost))
      Map such an error to an event with .mapToResult().
      """
  }

  private static func list(_ inFlight: [String]) -> String {
    inFlight.isEmpty
      ? "None is in flight: one that was cancelled, or a task that one started, runs on."
      : "In flight, oldest first:\n" + FlowFailure.indented(inFlight)
  }

  private static func text(ofQueue queue: [String]) -> String {
    "The queue, oldest first:\n" + FlowFailure.indented(queue)
  }
}
