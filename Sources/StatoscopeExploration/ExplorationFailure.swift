import Foundation
import Statoscope
import StatoscopeTesting

/// An error that prevents an exploration.
public enum ExplorationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No `EVENTS` and no `EFFECT` lists a possible step.
  case nothingCanHappen(scope: String, location: String)
  /// The closure that creates the scope threw.
  case givenThrew(scope: String, error: String, location: String)
  /// The closure returned the same scope again.
  case sameScopeGivenTwice(scope: String, location: String)
  /// The same events led to a different state than before: the property that differs is named.
  case replayDiffers(scope: String, difference: String, events: [String], location: String)

  /// A sentence that names the problem, the location and the remedy.
  public var description: String {
    switch self {
    case .nothingCanHappen(let scope, let location):
      """
      The exploration of \(scope) lists no events and no results of effects, so there is nothing to explore \
      (EXPLORE at \(location)). Add .EVENTS { sut in [ … ] } with the events that may be sent.
      """
    case .givenThrew(let scope, let error, let location):
      """
      The closure that creates \(scope) threw an error: \(error) (EXPLORE at \(location)). \
      Fix the cause, or create the scope in another way.
      """
    case .sameScopeGivenTwice(let scope, let location):
      """
      The closure that creates \(scope) returned the same scope again (EXPLORE at \(location)). \
      Each path begins with a new scope: create it inside the closure.
      """
    case .replayDiffers(let scope, let difference, let events, let location):
      """
      A new \(scope) that was sent the same events again got into another state (EXPLORE at \(location)): \
      \(difference), after \(events.isEmpty ? "no event" : events.joined(separator: ", ")). An update depends on more \
      than the state and the event, such as chance, the time, what a closure captures, or an object or a storage that \
      all scopes share. Make objects and storages inside the closure of EXPLORE, give the scope a clock and a generator \
      that the test controls, or use .STATE { } to return all that tells states apart and nothing that differs each time.
      """
    }
  }
}

extension ExplorationError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// The texts of an exploration for people, except for the flows in them.
enum ExplorationFailure: CustomStringConvertible {
  case violated(Property, steps: Int, isShortest: Bool, walk: String?)
  case threw(String, steps: Int, isShortest: Bool, walk: String?)
  case unreached(Property, scope: String, extent: String)
  case deadEnd(Property, steps: Int, deadEnds: Int, states: Int)
  case stuck(Property, steps: Int, stuck: Int, states: Int)
  case atRest(Property, steps: Int, neverEnding: [String])
  case endless(Property, steps: Int, turn: Int)
  case turnOfStates(turn: String)
  case unused(String, scope: String)
  case unchecked(Property, extent: String, isRandom: Bool)
  case indistinct(effect: String)
  case hidden(state: [String])

  /// The reason why an exploration without a limit is not complete.
  static let merged = "states that differ in what reflection does not show count as one"

  var description: String { lines.joined(separator: "\n") }

  /// The lines of the text.
  var lines: [String] {
    switch self {
    case .violated(let property, let steps, let isShortest, let walk):
      [violated(property, steps) + " " + introduction(isShortest)] + (walk.map { [$0] } ?? [])
    case .threw(let error, let steps, let isShortest, let walk):
      [
        "After \(counted(steps, "step")) an update threw an error, or an effect failed with an error that is not "
          + "mapped to an event: \(PrintableText.escaped(error.replacing("\n", with: " ")))",
        "Let the update throw InvalidStateError if the event is invalid in this state; map the errors of the "
          + "effect with mapToResult(). " + introduction(isShortest),
      ] + (walk.map { [$0] } ?? [])
    case .unreached(let property, let scope, let extent):
      [
        "\(property.text) is violated: no state of \(scope) that was found satisfies it. \(extent).",
        "List all possible events with EVENTS and results of effects with EFFECT, raise the limits of run(), or "
          + "fix the update that should lead to such a state.",
      ]
    case .deadEnd(let property, let steps, let deadEnds, let states):
      [
        violated(property, steps) + " From there, no path leads to a state that satisfies it; "
          + "this is the case for \(deadEnds) of \(counted(states, "state")).",
        "Let an event or a result of an effect lead out of this state, or add the one that does to EVENTS or "
          + "EFFECT. The shortest flow that shows it:",
      ]
    case .stuck(let property, let steps, let stuck, let states):
      [
        violated(property, steps)
          + " There no listed event is accepted, and no effect is in flight that may end; "
          + "this is the case for \(stuck) of \(counted(states, "state")).",
        "Let an event or a result of an effect lead out of this state, add the one that does to EVENTS or EFFECT, or "
          + "name the states that are meant to be an end with unless:. The shortest flow that shows it:",
      ]
    case .atRest(let property, let steps, let neverEnding):
      [
        violated(property, steps)
          + (neverEnding.isEmpty
            ? " No effect is in flight there that could lead to a state that satisfies it."
            : " No EFFECT lists a result for the effects in flight there: \(neverEnding.joined(separator: ", "))."),
        "Let the update that leads there satisfy it or enqueue an effect, and list the results of that effect "
          + "with EFFECT. The shortest flow that shows it:",
      ]
    case .endless(let property, let steps, let turn):
      [
        violated(property, steps)
          + " From there, the results of effects form a cycle of states that never satisfy it.",
        "Let the updates stop enqueuing effects after some attempts. The shortest flow that shows it, with one "
          + "turn of the cycle (\(counted(turn, "step"))):",
      ]
    case .turnOfStates(let turn):
      [
        "No scope can take a turn of the cycle, because STATE returns equal values for states that behave "
          + "differently. The steps of the turn: \(turn)"
      ]
    case .unused(let source, let scope):
      [
        "\(source) has listed nothing in any state of \(scope), so nothing was explored there. List the event or the "
          + "result that leads to where it applies, or remove it."
      ]
    case .unchecked(let property, let extent, let isRandom):
      [
        "\(property.text) was not checked, because that requires all states"
          + (isRandom ? ", which random walks do not find: \(extent)" : ": \(extent)")
      ]
    case .indistinct(let effect):
      [
        "effect \(effect) counts as equal to others of its type, because reflection does not show all of its state, "
          + "such as the captures of a closure. Make it a type that conforms to Effect and Hashable."
      ]
    case .hidden(let state):
      [
        "reflection does not show all of the state: \(state.joined(separator: "; ")). States that differ in it only "
          + "count as one, so some may be missing. Add .STATE { } that returns all that tells states apart."
      ]
    }
  }

  private func violated(_ property: Property, _ steps: Int) -> String {
    "\(property.text) is violated after \(counted(steps, "step"))."
  }

  private func introduction(_ isShortest: Bool) -> String {
    isShortest
      ? "The shortest flow that shows it:"
      : "A flow that shows it, from which no step can be omitted:"
  }
}
