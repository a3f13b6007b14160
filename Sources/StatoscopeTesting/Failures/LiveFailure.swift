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
  case otherEvent(diff: [String], queue: [String])
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
      the step was skipped, because the effects of this plan never start. End the plan with \
      await runTest(effects: .live(clock)).
      """
    case .noEvent(let silence, let inFlight, let lost):
      LiveFailure.text(of: silence, inFlight) + LiveFailure.text(ofLost: lost)
    case .otherEvent(let diff, let queue):
      """
      the oldest event is another (- expected, + found):
      \(FlowFailure.indented(diff))
      \(LiveFailure.text(ofQueue: queue))
      The oldest was delivered. If it is right, change this step; else fix the update or the effect that sent \
      it.
      """
    case .updateThrew(let event, let error):
      """
      the update threw on \(event): \(error)
      The rest of this path was not run. Let the update accept this event, or cancel the effect that sent \
      it.
      """
    case .eventOutOfLine(let queue):
      """
      the event is not the oldest. \(LiveFailure.text(ofQueue: queue))
      All up to this one were delivered. RECEIVE those before it first, or fix the code that sent them.
      """
    case .eventsNotReceived(let queue):
      """
      at the end of this path there are events that no step received. \(LiveFailure.text(ofQueue: queue))
      RECEIVE each of them, or let an update cancel the effect that sent it.
      """
    case .effectsStillRun(let inFlight):
      """
      at the end of this path effects are still running, oldest first:
      \(FlowFailure.indented(inFlight))
      Let time pass with ADVANCE(by:), let what they wait for happen, or let an update cancel them. Where they may run on, \
      say so with .configure(clearEffectsOnEveryWhenOrEnd: true); THEN_EnqueuedEffect checks that one runs.
      """
    case .otherClock(let effect, let clock):
      """
      \(effect), waits on a \(clock), and not on the clock of this plan: real time would pass. Give the plan's clock to what \
      makes the effect: inject it into the scope, and pass it as `clock:`.
      """
    case .timeGoesBack(let duration):
      "the step was skipped, because time does not go back, and \(duration) is negative. Let time pass forwards."
    }
  }

  private static func text(of silence: Silence, _ inFlight: [String]) -> String {
    switch silence {
    case .nothingInFlight:
      """
      no event came, and none can: no effect is in flight.
      Send the event that enqueues one, or fix the update that should.
      """
    case .allAsleep:
      """
      no event came, and none can before time passes: every effect in flight is asleep, oldest first:
      \(FlowFailure.indented(inFlight))
      Let time pass with ADVANCE(by:) before this step.
      """
    case .testCancelled:
      """
      no event came before the test was cancelled. In flight, oldest first:
      \(FlowFailure.indented(inFlight))
      Let what they wait for happen before this step.
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

  private static func text(ofQueue queue: [String]) -> String {
    "The queue, oldest first:\n" + FlowFailure.indented(queue)
  }
}
