import Statoscope
import StatoscopeTesting

/// Replays a path from the start, and writes it as the source of a flow test.
struct FlowWriter {
  let stage: Stage

  /// The source of a flow, and the scope that took it.
  struct Written {
    let flow: Exploration.Flow
    let root: ScopeNode
    let lastOutcome: ChoiceOutcome
  }

  /// Writes a flow.
  ///
  /// - Parameters:
  ///   - title: the comment above the flow, line by line.
  ///   - checks: the promises that it checks at its end.
  ///   - failsAtEnd: whether its last step fails because the update throws.
  ///   - remarks: comments above steps, by index.
  /// - Returns: nil when the path cannot be taken.
  func write(
    _ path: [Choice],
    title: [String],
    checking checks: [Promise] = [],
    failsAtEnd: Bool = false,
    remarks: [Int: String] = [:]
  ) throws -> Written? {
    let root = try stage.makeScope()
    var steps: [String] = []
    var outcome = ChoiceOutcome.accepted
    for choice in path {
      let address = stage.address(of: choice, in: root)
      outcome = stage.perform(choice, on: root)
      if case .impossible = outcome { return nil }
      let isExpected = outcome.hasThrown && !(failsAtEnd && steps.count == path.count - 1)
      steps.append(step(of: choice, at: address, throwing: isExpected))
    }
    let remarked = steps.enumerated().map { index, step in
      (remarks[index].map { "// \($0)\n" } ?? "") + step
    }
    let source =
      title.flatMap(PrintableText.comments) + [given]
      + (remarked + checks.map(check)).map { "  " + $0.replacing("\n", with: "\n  ") }
      + ["  .runTest()"]
    let flow = Exploration.Flow(steps: steps, source: source.joined(separator: "\n"))
    return Written(flow: flow, root: root, lastOutcome: outcome)
  }

  /// Returns the steps that perform a choice.
  func step(of choice: Choice, at address: ScopeAddress, throwing isExpected: Bool) -> String {
    stage.sentence(for: choice).steps(at: address, throwing: isExpected).joined(separator: "\n")
  }

  /// The beginning of the plan.
  var given: String {
    let closure = CallSource(at: stage.explored.location)?.closure?.joined(separator: "\n")
    let unread =
      "{ /* what stands in EXPLORE at \(PrintableText.insideComment("\(stage.explored.location)")) */ }"
    return "try \(stage.explored.name).GIVEN \(closure ?? unread)"
  }

  private func check(_ promise: Promise) -> String {
    let verb = promise.kind == .never ? "THEN_Not" : "THEN"
    let closure = CallSource(at: promise.location)?.closure?.joined(separator: "\n")
    let location = PrintableText.insideComment("\(promise.location)")
    let unread = "{ _ in false /* what stands in \(promise.kind.rawValue) at \(location) */ }"
    return ".\(verb)(\(SwiftSource.literal(promise.name))) \(closure ?? unread)"
  }
}
