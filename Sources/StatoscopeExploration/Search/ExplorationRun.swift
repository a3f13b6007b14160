import Statoscope
import StatoscopeTesting

/// One run of a plan: the search, its reports, and its result.
struct ExplorationRun {
  private let explored: ExploredScope
  private let system: TransitionSystem
  private let writer: CounterexampleWriter
  private let failures = ReportedFailures()
  private let console = ExplorationConsole.current
  private let prints: Exploration.Printing

  init(of explored: ExploredScope, prints: Exploration.Printing) throws {
    guard !explored.sources.isEmpty else {
      throw ExplorationError.nothingCanHappen(scope: explored.name, location: "\(explored.location)")
    }
    (self.explored, self.prints) = (explored, prints)
    system = TransitionSystem(of: explored)
    writer = CounterexampleWriter(system, failures)
  }

  /// Runs a search, and reports the misuse of the library in it, each kind once, instead of stopping the program.
  func reportingMisuse(_ search: (ExplorationRun) throws -> Exploration) throws -> Exploration {
    let misuse = MisuseLog()
    defer {
      var reported: Set<String> = []
      for failure in misuse.take() where reported.insert("\(failure)").inserted {
        failures.report("\(explored.name).EXPLORE: \(failure)", explored.location)
      }
    }
    // No effect starts, and what an update injects is seen as what the closure of EXPLORE does.
    return try EffectsExecution.$isMakingScopes.withValue(true) {
      try misuse.record {
        do { return try search(self) } catch is EffectOrder.WasRead {
          // From now on each order is a state of its own.
          return try search(self)
        }
      }
    }
  }

  // MARK: All states up to a limit

  func search(depth: Int, states: Int, retainedScopes: Int) throws -> Exploration {
    let (checks, facts) = (PropertyChecks(explored.properties), GraphFacts(system))
    let replays = console.replaysPaths ? [Replays(system)] : []
    var search = BreadthFirstSearch(
      Search(
        system: system,
        observers: (facts.areUnused ? [] : [facts]) + replays + [checks],
        progress: progress,
        mostStates: states
      ),
      live: LiveScopes(limit: retainedScopes)
    )
    try write(checks, after: { try search.run(depth: depth) }) { finding, path in
      switch finding {
      case .property(let property): try writer.write(property, path)
      case .error(let error): try writer.write(error, path)
      }
    }
    let (graph, limit) = (search.search.graph, search.search.limit)
    if limit == nil { try checks.checkGraph { try writer.violation(of: $0, in: graph, facts) } }
    return found(graph, checks, limit: limit, unexplored: search.unexplored)
  }

  private var progress: ExplorationProgress {
    ExplorationProgress(scope: explored.name, console: console, prints: prints)
  }

  /// Writes the flows of what a search has found, also if it ends with an error.
  private func write(
    _ checks: PropertyChecks,
    after search: () throws -> Void,
    _ write: (_ finding: PropertyChecks.Finding, _ path: [Choice]) throws -> Exploration.Flow
  ) throws {
    let end = Result { try search() }
    if case .failure(let error) = end, error is EffectOrder.WasRead { throw error }
    let written = Result { try checks.writeFlows(write) }
    try end.get()
    try written.get()
  }

  // MARK: Random walks

  func walk(_ count: Int, length: Int, seed chosen: UInt64?) throws -> Exploration {
    let seed = chosen ?? .random(in: 0...UInt64.max)
    if chosen == nil {
      // Immediately, not only at the end: an update may stop the program.
      console.write(
        "statoscope: walking \(explored.name) with seed \(seed) (EXPLORE at \(explored.location))\n"
      )
    }
    let walk = "Found by run(walks: \(count), length: \(length), seed: \(seed))."
    let checks = PropertyChecks(explored.properties)
    var walks = RandomWalks(Search(system: system, observers: [checks], progress: progress))
    try write(checks, after: { try walks.run(count, length: length, seed: seed) }) { finding, path in
      switch finding {
      case .property(let property):
        let shrunk = try WalkShrinker(system: system) { root, _ in property.isDecided(by: root) }.shrink(path)
        return try writer.write(property, shrunk.path, isShortest: shrunk.isShortest, walk: walk)
      case .error(let error):
        let shrunk = try WalkShrinker(system: system) { _, outcome in
          if case .threw(let other) = outcome { "\(other)" == "\(error)" } else { false }
        }.shrink(path)
        return try writer.write(error, shrunk.path, isShortest: shrunk.isShortest, walk: walk)
      }
    }
    return found(walks.search.graph, checks, limit: walks.search.limit, unexplored: 0, seed: seed)
  }

  // MARK: The result

  private func found(
    _ graph: ExploredGraph,
    _ checks: PropertyChecks,
    limit: Exploration.Limit?,
    unexplored: Int,
    seed: UInt64? = nil
  ) -> Exploration {
    let found = Exploration(
      scope: explored.name,
      limit: limit,
      unexploredStates: unexplored,
      stuckStates: graph.stuck.count,
      seed: seed,
      counterexamples: checks.counterexamples,
      effectsThatNeverEnd: system.effectsThatNeverEnd.sorted(),
      indistinctEffects: system.indistinctEffects.sorted(),
      indistinctState: system.indistinctState.sorted(),
      unchecked: limit == nil && system.isDistinct ? [] : checks.undecided.filter(\.kind.isAboutGraph),
      reached: checks.reached,
      failures: failures,
      graph: graph,
      replays: ExplorationReplays(system: system, checks: checks.satisfied)
    )
    let extent = found.reasonForMissing ?? "all of it was explored"
    let size = "\(counted(found.states, "state")), \(counted(found.transitions, "transition"))"
    let result = "\(size): \(extent)" + (seed.map { ", seed \($0)" } ?? "")
    for source in system.unused where found.limit == nil {
      failures.report(
        "// " + ExplorationFailure.unused(source, scope: explored.name).description,
        explored.location
      )
    }
    for property in checks.unreached {
      let failure = ExplorationFailure.unreached(property, scope: explored.name, extent: result)
      failures.report(failure.lines.map { "// " + $0 }.joined(separator: "\n"), property.location)
    }
    for property in found.unchecked {
      let failure = ExplorationFailure.unchecked(property, extent: result, isRandom: seed != nil)
      announce(failure, "\(property.kind.rawValue) at \(property.location)")
    }
    if !found.indistinctState.isEmpty { announce(ExplorationFailure.hidden(state: found.indistinctState)) }
    for effect in found.indistinctEffects { announce(ExplorationFailure.indistinct(effect: effect)) }
    if limit != nil { announce(result) }
    return found
  }

  /// Writes to standard error what is no failure.
  private func announce(_ text: some CustomStringConvertible, _ location: String? = nil) {
    let location = location ?? "EXPLORE at \(explored.location)"
    console.write("statoscope: \(explored.name), \(text) (\(location))\n")
  }
}

/// The failures that an exploration has reported.
final class ReportedFailures {
  private let reporter = FailureReporter.current
  private(set) var count = 0
  /// A search that begins again finds the same again.
  private var texts: Set<String> = []
  /// Indicates whether there are some, all of which the test declares as known issues.
  private(set) var areKnown = false

  func report(_ text: String, _ location: CallLocation) {
    guard texts.insert("\(text) at \(location)").inserted else { return }
    let isKnown = reporter.report(text, location) == .isKnown
    areKnown = isKnown && (count == 0 || areKnown)
    count += 1
  }
}
