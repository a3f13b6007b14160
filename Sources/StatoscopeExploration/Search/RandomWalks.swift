import Statoscope
import StatoscopeTesting

/// Random walks from the start that record the states they reach.
struct RandomWalks {
  let stage: Stage
  let graph: ExploredGraph
  let checks: PropertyChecks
  let progress: ExplorationProgress
  /// The source of requests to end the walks early.
  let interrupts: Interrupts
  private var known: Set<StateKey> = []

  init(
    stage: Stage,
    graph: ExploredGraph,
    checks: PropertyChecks,
    progress: ExplorationProgress,
    interrupts: Interrupts
  ) {
    self.stage = stage
    self.graph = graph
    self.checks = checks
    self.progress = progress
    self.interrupts = interrupts
  }

  /// - Returns: the reason why there are no more walks.
  mutating func run(_ walks: Int, length: Int, seed: UInt64) throws -> ExplorationLimit {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<walks {
      try walk(length, &generator)
      guard !interrupts.isRequested() else { return .interrupted }
    }
    return .walks(walks, length: length)
  }

  private mutating func walk(_ length: Int, _ generator: inout SeededGenerator) throws {
    let scope = try stage.makeScope()
    let start = stage.state(of: scope)
    var state = graph.number(of: start) ?? graph.add(start, from: nil, depth: 0)
    var way: [Choice] = []
    try checks.check(scope) { [] }
    while way.count < length, !interrupts.isRequested(),
      let choice = stage.choices(in: scope).randomElement(using: &generator)
    {
      let outcome = stage.perform(choice, on: scope)
      way.append(choice)
      state = note(stage.state(of: scope), from: state, by: choice, outcome)
      progress.note(graph, frontier: nil, depth: way.count)
      if case .threw(let error) = outcome { try checks.report(error, way: way) }
      try checks.check(scope) { way }
    }
  }

  /// Records the result of a choice, once for each state in which it was performed; returns the state it led
  /// to.
  private mutating func note(
    _ seen: SeenState,
    from state: Int,
    by choice: Choice,
    _ outcome: ChoiceOutcome
  ) -> Int {
    let known = graph.number(of: seen)
    let isRefusal = known == state && outcome.hasThrown
    // If `STATE` identifies states that differ, the same choice may lead to another state than the first
    // time.
    let isNew = self.known.insert(stage.key(of: choice, in: state)).inserted
    if let known, !isNew { return known }
    guard !isRefusal else {
      if outcome.isRefused { graph.addRefusal(of: choice, in: state) }
      return state
    }
    let to = known ?? graph.add(seen, from: graph.transitions.count, depth: graph.depth(of: state) + 1)
    graph.addTransition(from: state, to: to, by: choice, isRefused: outcome.isRefused)
    return to
  }
}
