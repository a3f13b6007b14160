import Statoscope
import StatoscopeTesting

/// The texts of an exploration for people, except for the flows in them.
enum ExplorationFailure: CustomStringConvertible {
  case broken(kind: String, promise: String, steps: Int, isShortest: Bool, walk: String?)
  case threw(error: String, steps: Int, isShortest: Bool, walk: String?)
  case unreached(promise: String, scope: String, extent: String)
  case indistinct(effect: String)
  case deadEnd(promise: String, steps: Int, states: Int, of: Int)
  case atRest(promise: String, steps: Int, neverEnding: [String])
  case endless(promise: String, steps: Int, turn: Int)
  case turnOfStates([String], turn: String)
  case unjudged(kind: String, promise: String, extent: String, isRandom: Bool)

  var description: String { lines.joined(separator: "\n") }

  /// The lines of the text.
  var lines: [String] {
    switch self {
    case .broken(let kind, let promise, let steps, let isShortest, let walk):
      [
        "\(kind) \"\(promise)\" is broken after \(counted(steps, "step")). "
          + ExplorationFailure.introduction(isShortest)
      ] + (walk.map { [$0] } ?? [])
    case .threw(let error, let steps, let isShortest, let walk):
      [
        "An update or an unmapped effect threw after \(counted(steps, "step")): \(PrintableText.escaped(error.replacing("\n", with: " ")))",
        "An event that is invalid in a state is refused with InvalidStateError; an effect is mapped with "
          + "mapToResult(). " + ExplorationFailure.introduction(isShortest),
      ] + (walk.map { [$0] } ?? [])
    case .unreached(let promise, let scope, let extent):
      [
        "REACHES \"\(PrintableText.escaped(promise))\" is broken: no state of \(scope) that was found satisfies it. \(extent).",
        "List all possible events and ends of effects, explore further, or fix the update that should lead there.",
      ]
    case .deadEnd(let promise, let steps, let states, let all):
      [
        "ALWAYS_REACHABLE \"\(promise)\" is broken after \(counted(steps, "step")). "
          + "From there, as from \(states) of \(counted(all, "state")), no path leads to a state that satisfies it.",
        "Let an event or an effect lead on from there, or let EVENTS and EFFECT list what does. "
          + "The shortest flow that shows it:",
      ]
    case .atRest(let promise, let steps, let neverEnding):
      [
        "SETTLES \"\(promise)\" is broken after \(counted(steps, "step")). "
          + (neverEnding.isEmpty
            ? "No effect in flight could satisfy it."
            : "No EFFECT lists an end for the effects in flight: \(neverEnding.joined(separator: ", "))."),
        "Let the update that leads there satisfy it or enqueue an effect, and list the ends of that in EFFECT. "
          + "The shortest flow that shows it:",
      ]
    case .endless(let promise, let steps, let turn):
      [
        "SETTLES \"\(promise)\" is broken after \(counted(steps, "step")). "
          + "From there the ends of effects form a cycle that never satisfies it.",
        "Let the updates give up after some turns. "
          + "The shortest flow that shows it, and one turn of \(counted(turn, "step")):",
      ]
    case .turnOfStates(let lines, let turn):
      lines + ["The turn, by states that STATE identifies: \(turn)"]
    case .unjudged(let kind, let promise, let extent, let isRandom):
      [
        "\(kind) \"\(PrintableText.escaped(promise))\" was not judged, because that requires all states"
          + (isRandom ? ", which random walks do not find: \(extent)" : ": \(extent)")
      ]
    case .indistinct(let effect):
      [
        "counts as equal to others of its type, because it has state that reflection does not show, such as a closure: "
          + "\(effect). Make it a type that is Effect and Hashable."
      ]
    }
  }

  private static func introduction(_ isShortest: Bool) -> String {
    isShortest
      ? "The shortest flow that shows it:"
      : "A flow that shows it, of which nothing can be left out:"
  }
}
