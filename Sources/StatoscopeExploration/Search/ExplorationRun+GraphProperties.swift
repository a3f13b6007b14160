import Statoscope
import StatoscopeTesting

extension ExplorationRun {
  /// Judges the promises about the graph of all states, and reports those that are broken.
  ///
  /// - Throws: `FoundHiddenState` when a flow does not reproduce a result of the graph.
  func judge(_ graph: ExploredGraph, _ notes: GraphFacts) throws {
    for (index, promise) in graphProperties.enumerated() where brokenOnGraph[index] == nil {
      let holds = notes.holds[index]
      switch promise.kind {
      case .alwaysReachable: brokenOnGraph[index] = try writeDeadEnd(promise, graph, holds)
      case .settles: brokenOnGraph[index] = try writeUnsettled(promise, graph, notes, holds)
      case .always, .never, .reaches: break
      }
    }
  }

  private func writeDeadEnd(_ promise: Promise, _ graph: ExploredGraph, _ holds: [Bool]) throws -> Exploration
    .Flow?
  {
    let deadEnds = DeadEnds(in: graph, holds: holds)
    guard let nearest = deadEnds.nearest else { return nil }
    let path = graph.way(to: nearest)
    let failure = ExplorationFailure.deadEnd(
      promise: promise.name,
      steps: path.count,
      states: deadEnds.count,
      of: holds.count
    )
    return try write(promise, failure, path)
  }

  private func writeUnsettled(
    _ promise: Promise,
    _ graph: ExploredGraph,
    _ notes: GraphFacts,
    _ holds: [Bool]
  ) throws -> Exploration.Flow? {
    guard let unsettled = Unsettled(in: graph, notes: notes, holds: holds) else { return nil }
    let path = graph.way(to: unsettled.state)
    switch unsettled {
    case .atRest:
      let failure = ExplorationFailure.atRest(
        promise: promise.name,
        steps: path.count,
        neverEnding: stage.effectsWithoutEnd(in: try replay(path))
      )
      return try write(promise, failure, path)
    case .cycle(let state, let turn):
      return try write(
        promise,
        cycleAt: state,
        path,
        turn.map { graph.choice(of: $0) },
        in: graph
      )
    }
  }

  private func write(_ promise: Promise, _ failure: ExplorationFailure, _ path: [Choice]) throws
    -> Exploration.Flow
  {
    let written = try writer.write(path, title: failure.lines, checking: [promise])
    guard let written, promise.isDecided(by: written.root) else {
      throw HiddenState(way: stage.labels(of: path))
    }
    reporter.report(written.flow.source, promise.location)
    return written.flow
  }

  /// Returns the flow into a cycle, and one turn of it.
  ///
  /// Equal states may differ in what `STATE` omits, so there may be no scope that can take the turn: it is
  /// then written as a comment.
  private func write(
    _ promise: Promise,
    cycleAt state: Int,
    _ path: [Choice],
    _ turn: [Choice],
    in graph: ExploredGraph
  ) throws -> Exploration.Flow {
    let failure = ExplorationFailure.endless(promise: promise.name, steps: path.count, turn: turn.count)
    let remarks = [path.count: "One turn:"]
    let written = try writer.write(path + turn, title: failure.lines, checking: [promise], remarks: remarks)
    guard
      let written,
      promise.isDecided(by: written.root),
      graph.number(of: stage.state(of: written.root)) == state
    else {
      let labels = stage.labels(of: turn).joined(separator: ", ")
      return try write(promise, .turnOfStates(failure.lines, turn: labels), path)
    }
    reporter.report(written.flow.source, promise.location)
    return written.flow
  }

  private func replay(_ path: [Choice]) throws -> ScopeNode {
    let root = try stage.makeScope()
    for choice in path { _ = stage.perform(choice, on: root) }
    return root
  }
}
