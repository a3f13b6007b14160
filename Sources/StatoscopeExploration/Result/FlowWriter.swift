import Statoscope
import StatoscopeTesting

/// Replays a path from the start, and writes it as the source of a flow test.
struct FlowWriter {
  let system: TransitionSystem

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
  ///   - checks: the properties that it checks at its end.
  ///   - failsAtEnd: whether its last step fails because the update throws.
  ///   - remarks: comments above steps, by index.
  /// - Returns: nil when the path cannot be taken.
  func write(
    _ path: [Choice],
    title: [String],
    checking checks: [Property] = [],
    failsAtEnd: Bool = false,
    remarks: [Int: String] = [:]
  ) throws -> Written? {
    let root = try system.makeScope()
    var steps: [StepSource] = []
    var outcome = ChoiceOutcome.accepted
    for choice in path {
      let (address, text) = (system.address(of: choice, in: root), system.text(of: choice, in: root))
      outcome = system.perform(choice, on: root)
      if case .impossible = outcome { return nil }
      let isExpected = outcome.hasThrown && !(failsAtEnd && steps.count == path.count - 1)
      var step = text.step(at: address, throwing: isExpected)
      step.remarks = remarks[steps.count].map { ["// \($0)"] } ?? []
      steps.append(step)
    }
    let source =
      title.flatMap(PrintableText.comments) + [given]
      + (StepSource.lines(of: steps) + checks.compactMap(check)).map {
        "  " + $0.replacing("\n", with: "\n  ")
      }
      + ["  .runTest()"]
    let flow = Exploration.Flow(steps: steps.map(\.text), source: source.joined(separator: "\n"))
    return Written(flow: flow, root: root, lastOutcome: outcome)
  }

  /// The beginning of the plan.
  var given: String {
    let explored = system.explored
    let function = CallSource(at: explored.location, of: "EXPLORE")?.function
    let names = function?.captured ?? []
    return "try \(explored.name).GIVEN"
      + (function?.call() ?? "(\(FlowWriter.unread("the scope", "EXPLORE", explored.location)))")
      + (names.isEmpty ? "" : " // replace \(names.joined(separator: ", "))")
  }

  /// Returns the step that shows at the end of a flow that it decides a property; nil where no condition tells it.
  private func check(_ property: Property) -> String? {
    guard property.condition != nil else { return nil }
    let verb = property.kind == .never || property.kind == .neverStuck ? "THEN_Not" : "THEN"
    let name = SwiftSource.literal(property.name)
    let kind = property.kind.rawValue
    let function = CallSource(at: property.location, of: kind)?.function
    return ".\(verb)"
      + (function?.call(after: name)
        ?? "(\(name), \(FlowWriter.unread("the condition", kind, property.location)))")
  }

  /// Returns a placeholder for a function whose source cannot be read.
  private static func unread(_ what: String, _ verb: String, _ location: CallLocation) -> String {
    let place = PrintableText.insideComment("\(location)")
    return "\(SwiftSource.placeholder(what)) /* what stands in \(verb) at \(place) */"
  }
}

/// Facts that are determined by replaying flows, on demand.
struct ExplorationReplays {
  /// A choice that leaves a state.
  struct Leaving {
    let choice: Choice
    let isRefused: Bool
  }

  /// A state that a path led to.
  struct State {
    /// The lines of its text.
    let lines: [String]
    /// The step of a flow test for each leaving choice.
    let steps: [String]
  }

  let system: TransitionSystem
  /// The properties that a flow checks at its end.
  let checks: [Property]

  private var writer: FlowWriter { FlowWriter(system: system) }

  func label(_ choice: Choice) -> String { system.label(of: choice) }

  /// Returns the part of the label that choices share if they differ in values and targets only.
  func kind(_ choice: Choice) -> String { system.text(of: choice).kind }

  /// Returns the state at the end of a path, and the steps that leave it; nil when the path cannot be taken.
  func state(_ path: [Choice], _ leaving: [Leaving]) -> State? {
    guard let root = try? system.makeScope(after: path) else { return nil }
    let steps = leaving.map { leaving in
      let address = system.address(of: leaving.choice, in: root)
      return system.text(of: leaving.choice, in: root).step(at: address, throwing: leaving.isRefused).text
    }
    return State(lines: system.description(of: root).lines, steps: steps)
  }

  /// Returns the source of a flow test for a path; nil when the path cannot be taken.
  func source(_ path: [Choice], _ title: String) -> String? {
    try? writer.write(path, title: [title], checking: checks)?.flow.source
  }

  /// Returns the beginning of each flow test in source.
  func given() -> String { writer.given }
}
