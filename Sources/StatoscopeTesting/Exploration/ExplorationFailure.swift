import Statoscope

/// Every text that an exploration has for people, but for the flows in it.
enum ExplorationFailure: CustomStringConvertible {
  case broken(kind: String, promise: String, steps: Int, isShortest: Bool, walk: String?)
  case threw(error: String, steps: Int, isShortest: Bool, walk: String?)
  case unreached(promise: String, scope: String, extent: String)
  case indistinct(effect: String)

  var description: String { lines.joined(separator: "\n") }

  /// The text line by line.
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
        "REACHES \"\(promise)\" is not kept: no state of \(scope) that was found reaches it. \(extent).",
        "Let EVENTS and EFFECT say all that may happen, explore farther, or fix the update that should lead there.",
      ]
    case .indistinct(let effect):
      [
        "counts as the same as others of its type, for it holds what reflection does not show, such as a closure: "
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

/// Some things, counted in words: `1 step`, `12 steps`.
func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
