import Statoscope

/// Goes random ways from the start, and notes the states that they come by.
struct RandomWalks {
  let stage: Stage
  let graph: ExploredGraph
  let watch: PromiseWatch
  let progress: ExplorationProgress
  /// Asks the walks to end early.
  let interrupts: Interrupts
  private var known: Set<StateKey> = []

  init(
    stage: Stage,
    graph: ExploredGraph,
    watch: PromiseWatch,
    progress: ExplorationProgress,
    interrupts: Interrupts
  ) {
    self.stage = stage
    self.graph = graph
    self.watch = watch
    self.progress = progress
    self.interrupts = interrupts
  }

  /// - Returns: why there are no more walks.
  mutating func run(_ walks: Int, length: Int, seed: UInt64) throws -> ExplorationBound {
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
    try watch.look(at: scope) { [] }
    while way.count < length, !interrupts.isRequested(),
      let choice = stage.choices(in: scope).randomElement(using: &generator)
    {
      let outcome = stage.perform(choice, on: scope)
      way.append(choice)
      state = note(stage.state(of: scope), from: state, by: choice, outcome)
      progress.note(graph, frontier: nil, depth: way.count)
      if case .threw(let error) = outcome { try watch.report(error, way: way) }
      try watch.look(at: scope) { way }
    }
  }

  /// Notes where a choice led, once for each state that it was done in; gives the state that it led to.
  private mutating func note(
    _ seen: SeenState,
    from state: Int,
    by choice: Choice,
    _ outcome: ChoiceOutcome
  ) -> Int {
    let known = graph.number(of: seen)
    let isRefusal = known == state && outcome.hasThrown
    // Where states count as one that differ, the same choice may lead elsewhere than the first time.
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
