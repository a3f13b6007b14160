import Statoscope
import StatoscopeTesting

/// One run of a plan: the search, its reports, and its result.
final class ExplorationRun {
  typealias HiddenState = BreadthFirstSearch.FoundHiddenState

  let explored: ExploredScope
  let stage: Stage
  let writer: FlowWriter
  let reporter = FailureReporter.current
  private let console = ExplorationConsole.current
  /// The promises that are judged on the finished graph.
  let graphProperties: [Promise]
  /// The flows that broke one of these promises, by its index.
  var brokenOnGraph: [Int: Exploration.Flow] = [:]

  init(of explored: ExploredScope) throws {
    guard !explored.sources.isEmpty else {
      throw ExplorationError.nothingCanHappen(scope: explored.name, place: "\(explored.location)")
    }
    self.explored = explored
    graphProperties = explored.promises.filter(\.kind.isOfGraph)
    stage = Stage(of: explored)
    writer = FlowWriter(stage: stage)
  }

  // MARK: All states up to a bound

  func search(depth: Int, states: Int, restingScopes: Int) throws -> Exploration {
    let checks = PropertyChecks(
      explored.promises,
      decide: { try self.writeDecided($0, by: $1) },
      complain: { try self.writeThrown($0, by: $1) }
    )
    let interrupts = listenForInterrupts()
    defer { interrupts.end() }
    do {
      return try search(depth, states, checks, restingScopes, interrupts, isSharing: true)
    } catch is HiddenState {
      // State that reflection does not show made a difference, so no scope may replace another.
      do {
        return try search(depth, states, checks, restingScopes, interrupts, isSharing: false)
      } catch let found as HiddenState {
        throw differing(found.way)
      }
    }
  }

  /// Listens for Ctrl-C on a terminal.
  ///
  /// Elsewhere the signal ends the process as usual.
  private func listenForInterrupts() -> Interrupts {
    console.isTerminal() ? console.interrupts() : .none
  }

  private func search(
    _ depth: Int,
    _ states: Int,
    _ checks: PropertyChecks,
    _ restingScopes: Int,
    _ interrupts: Interrupts,
    isSharing: Bool
  ) throws -> Exploration {
    let graph = ExploredGraph()
    let notes = GraphFacts(graphProperties, stage: stage)
    let progress = ExplorationProgress(scope: explored.name, console: console)
    defer { progress.end() }
    var search = BreadthFirstSearch(
      stage: stage,
      graph: graph,
      checks: checks,
      notes: notes,
      isSharing: isSharing,
      restingScopes: restingScopes,
      progress: progress,
      interrupts: interrupts
    )
    let end = try search.run(depth: depth, states: states)
    if end.bound == nil { try judge(graph, notes) }
    return found(graph, checks, bound: end.bound, unexplored: end.unexplored)
  }

  private func writeDecided(_ promise: Promise, by way: [Choice]) throws -> Exploration.Flow {
    let title =
      promise.kind == .reaches
      ? ["\(promise.name): reached after \(counted(way.count, "step"))."]
      : ExplorationFailure.broken(
        kind: promise.kind.rawValue,
        promise: promise.name,
        steps: way.count,
        isShortest: true,
        walk: nil
      ).lines
    let written = try writer.write(way, title: title, checking: [promise])
    guard let written, promise.isDecided(by: written.root) else {
      throw HiddenState(way: stage.labels(of: way))
    }
    if promise.kind != .reaches { reporter.report(written.flow.source, promise.location) }
    return written.flow
  }

  private func writeThrown(_ error: any Error, by way: [Choice]) throws -> Exploration.Flow {
    let failure = ExplorationFailure.threw(error: "\(error)", steps: way.count, isShortest: true, walk: nil)
    guard let flow = try reportThrown(failure, by: way) else {
      throw HiddenState(way: stage.labels(of: way))
    }
    return flow
  }

  /// Reports a flow whose last step throws; returns nil when it does not throw.
  private func reportThrown(_ failure: ExplorationFailure, by way: [Choice]) throws -> Exploration.Flow? {
    let written = try writer.write(way, title: failure.lines, failsAtEnd: true)
    guard let written, case .threw = written.lastOutcome else { return nil }
    reporter.report(written.flow.source, explored.location)
    return written.flow
  }

  // MARK: Random walks

  func walk(_ walks: Int, length: Int, seed chosen: UInt64?) throws -> Exploration {
    let seed = chosen ?? .random(in: 0...UInt64.max)
    if chosen == nil {
      // Immediately, not only at the end: an update may stop the program.
      console.write(
        "statoscope: walking \(explored.name) with seed \(seed) (EXPLORE at \(explored.location))\n"
      )
    }
    let words = "Found by run(walks: \(walks), length: \(length), seed: \(seed))."
    let checks = PropertyChecks(
      explored.promises,
      decide: { try self.writeShrunk($0, by: $1, words) },
      complain: { try self.writeShrunk($0, by: $1, words) }
    )
    let graph = ExploredGraph()
    let progress = ExplorationProgress(scope: explored.name, console: console)
    defer { progress.end() }
    let interrupts = listenForInterrupts()
    defer { interrupts.end() }
    var search = RandomWalks(
      stage: stage,
      graph: graph,
      checks: checks,
      progress: progress,
      interrupts: interrupts
    )
    do {
      let bound = try search.run(walks, length: length, seed: seed)
      return found(graph, checks, bound: bound, unexplored: 0, seed: seed)
    } catch let found as HiddenState {
      throw differing(found.way)
    }
  }

  private func writeShrunk(
    _ promise: Promise,
    by way: [Choice],
    _ walk: String
  ) throws -> Exploration.Flow {
    let shrunk = try WalkShrinker(stage: stage) { root, _ in promise.isDecided(by: root) }.shrink(way)
    guard promise.kind != .reaches else { return try writeDecided(promise, by: shrunk.way) }
    let failure = ExplorationFailure.broken(
      kind: promise.kind.rawValue,
      promise: promise.name,
      steps: shrunk.way.count,
      isShortest: shrunk.isShortest,
      walk: walk
    )
    let written = try writer.write(shrunk.way, title: failure.lines, checking: [promise])
    guard let written, promise.isDecided(by: written.root) else { throw differing(stage.labels(of: way)) }
    reporter.report(written.flow.source, promise.location)
    return written.flow
  }

  private func writeShrunk(_ error: any Error, by way: [Choice], _ walk: String) throws -> Exploration.Flow {
    let shrunk = try WalkShrinker(stage: stage) { _, outcome in
      if case .threw(let other) = outcome { "\(other)" == "\(error)" } else { false }
    }.shrink(way)
    let failure = ExplorationFailure.threw(
      error: "\(error)",
      steps: shrunk.way.count,
      isShortest: shrunk.isShortest,
      walk: walk
    )
    guard let flow = try reportThrown(failure, by: shrunk.way) else { throw differing(stage.labels(of: way)) }
    return flow
  }

  private func differing(_ way: [String]) -> ExplorationError {
    .replayDiffers(scope: explored.name, events: way, place: "\(explored.location)")
  }

  // MARK: The result

  private func found(
    _ graph: ExploredGraph,
    _ checks: PropertyChecks,
    bound: ExplorationLimit?,
    unexplored: Int,
    seed: UInt64? = nil
  ) -> Exploration {
    let found = Exploration(
      scope: explored.name,
      graph: graph,
      bound: bound,
      unexploredStates: unexplored,
      seed: seed,
      counterexamples: checks.broken + brokenOnGraph.sorted { $0.key < $1.key }.map(\.value),
      reached: checks.reached,
      uncheckedProperties: bound == nil ? [] : graphProperties,
      effectsThatNeverEnd: stage.effectsThatNeverEnd.sorted(),
      indistinctEffects: stage.indistinctEffects.sorted(),
      replays: replays(checks)
    )
    let extent = bound.map { $0.words(unexplored: unexplored) } ?? "all of it was explored"
    let size = "\(counted(found.states, "state")), \(counted(found.transitions, "transition"))"
    let result = "\(size): \(extent)" + (seed.map { ", seed \($0)" } ?? "")
    for promise in checks.unreached {
      let failure = ExplorationFailure.unreached(promise: promise.name, scope: explored.name, extent: result)
      reporter.report(failure.lines.map { "// " + $0 }.joined(separator: "\n"), promise.location)
    }
    if bound != nil { sayUnjudged(extent: result, isRandom: seed != nil) }
    for effect in found.indistinctEffects {
      let text = ExplorationFailure.indistinct(effect: effect).description
      console.write("statoscope: \(explored.name), \(text) (EXPLORE at \(explored.location))\n")
    }
    if bound != nil {
      console.write("statoscope: \(explored.name), \(result) (EXPLORE at \(explored.location))\n")
    }
    return found
  }

  private func sayUnjudged(extent: String, isRandom: Bool) {
    for promise in graphProperties {
      let (kind, name) = (promise.kind.rawValue, promise.name)
      let failure = ExplorationFailure.unjudged(kind: kind, promise: name, extent: extent, isRandom: isRandom)
      console.write("statoscope: \(explored.name), \(failure) (\(kind) at \(promise.location))\n")
    }
  }

  private func replays(_ promiseChecks: PropertyChecks) -> ExplorationReplays {
    let checks = promiseChecks.unbroken
    return ExplorationReplays(
      label: { [stage] in stage.label(of: $0) },
      kind: { [stage] in stage.sentence(for: $0).kind },
      state: { [stage, writer] path, leaving in
        guard let root = try? stage.makeScope() else { return nil }
        for choice in path { _ = stage.perform(choice, on: root) }
        let steps = leaving.map { leaving in
          writer.step(
            of: leaving.choice,
            at: stage.address(of: leaving.choice, in: root),
            throwing: leaving.isRefused
          )
        }
        return ExplorationReplays.State(lines: stage.lines(of: root), steps: steps)
      },
      source: { [writer] way, title in
        try? writer.write(way, title: [title], checking: checks)?.flow.source
      },
      given: { [writer] in writer.given }
    )
  }
}
