import Statoscope
import StatoscopeTesting

/// Random walks from the start that record the states they reach.
struct RandomWalks {
  let system: TransitionSystem
  let graph: ExploredGraph
  let checks: PropertyChecks
  let progress: ExplorationProgress
  /// The choices that were performed in each state.
  private(set) var performed: Set<StateKey> = []

  /// - Returns: the limit that ends them.
  mutating func run(_ walks: Int, length: Int, seed: UInt64) throws -> Exploration.Limit {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<walks {
      if let piled = try walk(length, &generator) { return .effects(piled) }
    }
    return .walks(walks, length: length)
  }

  /// - Returns: the effect of which too many were in flight; nil if there was none.
  private mutating func walk(_ length: Int, _ generator: inout SeededGenerator) throws -> String? {
    let scope = try system.makeScope()
    var state = graph.addStart(system.state(of: scope))
    var path: [Choice] = []
    try checks.check(scope) { [] }
    while path.count < length,
      let choice = system.choices(in: scope).randomElement(using: &generator)
    {
      progress.willPerform(system.label(of: choice), in: state)
      let outcome = system.perform(choice, on: scope)
      path.append(choice)
      state = record(system.state(of: scope), from: state, by: choice, outcome)
      try system.order.check()
      if let piled = system.piledUp { return piled }
      progress.update(graph, waiting: nil, depth: path.count)
      if case .threw(let error) = outcome { try checks.report(error, path: path) }
      try checks.check(scope) { path }
    }
    return nil
  }

  /// Records what a choice has led to, once for each state in which it was performed; returns that state.
  private mutating func record(
    _ seen: SeenState,
    from state: Int,
    by choice: Choice,
    _ outcome: ChoiceOutcome
  ) -> Int {
    let isFirst = performed.insert(system.key(of: choice, in: state)).inserted
    // If `STATE` identifies states that differ, the same choice may lead to another state than the first
    // time.
    if !isFirst, let known = graph.number(of: seen) { return known }
    return graph.add(seen, from: state, by: choice, outcome) ?? state
  }
}
