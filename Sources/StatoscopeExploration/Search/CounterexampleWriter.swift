import Statoscope
import StatoscopeTesting

/// Writes the flows that decide properties or lead to errors, and reports those that are failures.
///
/// A new scope takes each path while it is written, so what is reported can be reproduced.
struct CounterexampleWriter {
  private let system: TransitionSystem
  private let writer: FlowWriter
  private let failures: ReportedFailures

  init(_ system: TransitionSystem, _ failures: ReportedFailures) {
    self.system = system
    self.failures = failures
    writer = FlowWriter(system: system)
  }

  /// Writes the path to a state that decides a property.
  ///
  /// - Parameters:
  ///   - isShortest: false if a shorter path may exist.
  ///   - walk: a line about the random walk that found it.
  /// - Throws: an error when a new scope does not decide the property.
  func write(
    _ property: Property,
    _ path: [Choice],
    isShortest: Bool = true,
    walk: String? = nil
  ) throws -> Exploration.Flow {
    let failure = ExplorationFailure.violated(property, steps: path.count, isShortest: isShortest, walk: walk)
    let title =
      property.kind == .reaches
      ? ["\(property.name): reached after \(counted(path.count, "step"))."] : failure.lines
    return try write(property, path, title)
  }

  /// Writes a path whose last step throws.
  ///
  /// - Throws: an error when it does not throw on a new scope.
  func write(
    _ error: any Error,
    _ path: [Choice],
    isShortest: Bool = true,
    walk: String? = nil
  ) throws -> Exploration.Flow {
    let failure = ExplorationFailure.threw("\(error)", steps: path.count, isShortest: isShortest, walk: walk)
    let written = try writer.write(path, title: failure.lines, failsAtEnd: true)
    guard let written, case .threw = written.lastOutcome else {
      throw try system.difference(after: path, otherwise: "the update does not throw \(error)")
    }
    failures.report(written.flow.source, system.explored.location)
    return written.flow
  }

  /// Finds and writes the shortest violation of a property of the graph.
  ///
  /// - Returns: nil when there is none.
  /// - Throws: an error when a new scope does not reproduce it.
  func violation(
    of property: Property,
    in graph: ExploredGraph,
    _ facts: GraphFacts
  ) throws -> Exploration.Flow? {
    switch property.kind {
    case .settles, .leadsTo, .eventually: try unsettled(property, graph, facts)
    case .neverStuck: try stuck(property, graph, facts)
    default: try deadEnd(property, graph, facts)
    }
  }

  private func deadEnd(_ property: Property, _ graph: ExploredGraph, _ facts: GraphFacts) throws
    -> Exploration.Flow?
  {
    let deadEnds = DeadEnds(in: graph, condition: facts.condition(of: property))
    guard let nearest = deadEnds.nearest else { return nil }
    let path = graph.path(to: nearest)
    let failure = ExplorationFailure.deadEnd(
      property,
      steps: path.count,
      deadEnds: deadEnds.count,
      states: graph.count
    )
    return try write(property, path, failure.lines)
  }

  private func stuck(_ property: Property, _ graph: ExploredGraph, _ facts: GraphFacts) throws -> Exploration
    .Flow?
  {
    let isIntended = facts.condition(of: property)
    let stuck = graph.stuck.filter { !isIntended[$0] }
    guard let nearest = stuck.first else { return nil }
    let path = graph.path(to: nearest)
    let failure = ExplorationFailure.stuck(
      property,
      steps: path.count,
      stuck: stuck.count,
      states: graph.count
    )
    return try write(property, path, failure.lines)
  }

  private func unsettled(_ property: Property, _ graph: ExploredGraph, _ facts: GraphFacts) throws
    -> Exploration.Flow?
  {
    let found = Unsettled(
      in: facts,
      condition: facts.condition(of: property),
      after: facts.premise(of: property),
      depth: graph.depth
    )
    guard let found else { return nil }
    let start = graph.path(to: found.start)
    let path = start + found.way.map { graph.choice(facts.results[$0].choice) }
    let remarks = found.way.isEmpty ? [:] : [start.count: "From here on, no event is sent:"]
    guard found.turn.isEmpty else {
      let turn = found.turn.map { graph.choice(facts.results[$0].choice) }
      return try write(property, path, cycleAt: found.last, turn, in: graph, remarks)
    }
    let neverEnding = system.effectsWithoutResult(in: try system.makeScope(after: path))
    let failure = ExplorationFailure.atRest(property, steps: path.count, neverEnding: neverEnding)
    return try write(property, path, failure.lines, remarks)
  }

  /// Writes the path into a cycle, and one turn of it.
  ///
  /// Equal states may differ in what `STATE` omits, so there may be no scope that can take the turn: it is
  /// then written as a comment.
  private func write(
    _ property: Property,
    _ path: [Choice],
    cycleAt state: Int,
    _ turn: [Choice],
    in graph: ExploredGraph,
    _ remarks: [Int: String]
  ) throws -> Exploration.Flow {
    let title = ExplorationFailure.endless(property, steps: path.count, turn: turn.count).lines
    let all = remarks.merging([path.count: "One turn of the cycle:"]) { $1 }
    let written = try writer.write(path + turn, title: title, checking: [property], remarks: all)
    guard
      let written,
      property.isDecided(by: written.root),
      graph.number(of: system.state(of: written.root)) == state
    else {
      let labels = turn.map(system.label).joined(separator: ", ")
      return try write(property, path, title + ExplorationFailure.turnOfStates(turn: labels).lines, remarks)
    }
    failures.report(written.flow.source, property.location)
    return written.flow
  }

  private func write(
    _ property: Property,
    _ path: [Choice],
    _ title: [String],
    _ remarks: [Int: String] = [:]
  ) throws -> Exploration.Flow {
    let written = try writer.write(path, title: title, checking: [property], remarks: remarks)
    guard let written, property.isDecided(by: written.root) else {
      throw try system.difference(after: path, otherwise: "\(property.text) is decided otherwise")
    }
    if property.kind != .reaches { failures.report(written.flow.source, property.location) }
    return written.flow
  }
}
