import Statoscope
import StatoscopeTesting

/// A breadth-first search of the states that a scope can reach.
///
/// Each choice is performed on a scope that took the shortest path to its state. If that scope is not
/// available, one in the very same state may replace it: as far as reflection shows, they are equal. If it
/// turns out that they are not, the search is repeated without such replacements.
struct BreadthFirstSearch {
  /// An error that reports scopes of equal reflected state that behaved differently.
  struct FoundHiddenState: Error {
    /// Short descriptions of the preceding steps.
    let way: [String]
  }

  let stage: Stage
  let graph: ExploredGraph
  let checks: PropertyChecks
  let notes: GraphFacts
  /// Indicates whether scopes may replace each other.
  let isSharing: Bool
  let progress: ExplorationProgress
  /// The source of requests to end the search early.
  let interrupts: Interrupts
  private var live: LiveScopes
  private var next = 0
  private var leads = 0

  init(
    stage: Stage,
    graph: ExploredGraph,
    checks: PropertyChecks,
    notes: GraphFacts,
    isSharing: Bool,
    restingScopes: Int,
    progress: ExplorationProgress,
    interrupts: Interrupts
  ) {
    self.stage = stage
    self.graph = graph
    self.checks = checks
    self.notes = notes
    self.isSharing = isSharing
    self.progress = progress
    self.interrupts = interrupts
    live = LiveScopes(limit: restingScopes)
  }

  /// Searches until there are no new states, up to a bound, or until it is interrupted.
  ///
  /// - Returns: the bound, and the number of states that were found but not expanded.
  mutating func run(depth: Int, states limit: Int) throws -> (bound: ExplorationLimit?, unexplored: Int) {
    let first = try stage.makeScope()
    live.park(first, at: graph.add(stage.state(of: first), from: nil, depth: 0))
    notes.recordState(of: first)
    try checks.check(first) { [] }
    let bound = try searchOn(depth: depth, limit: limit)
    guard bound != .interrupted else { return (bound, graph.count - next) }
    // Repeats the path to the farthest state, to detect a scope that is not the same each time.
    let farthest = graph.count - 1
    let path = Array(graph.transitionsBack(from: farthest))
    _ = try lead(try stage.makeScope(), along: path, to: farthest, isChecked: true)
    return (bound, graph.count - next)
  }

  private mutating func searchOn(depth: Int, limit: Int) throws -> ExplorationLimit? {
    while next < graph.count {
      guard graph.depth(of: next) < depth else { return .depth(depth) }
      if let bound = try expand(next, limit: limit) { return bound }
      next += 1
    }
    return nil
  }

  /// Performs all choices in a state, unless the search is to end before.
  private mutating func expand(_ state: Int, limit: Int) throws -> ExplorationLimit? {
    live.beginExpanding(state)
    var scope: ScopeNode? = try takeScope(at: state)
    let choices = scope.map { stage.choices(in: $0) } ?? []
    for choice in choices {
      guard !interrupts.isRequested() else { return .interrupted }
      let root = try scope ?? takeScope(at: state)
      scope = nil
      let noted = notes.before(choice, in: root)
      let outcome = stage.perform(choice, on: root)
      if case .impossible = outcome {
        throw FoundHiddenState(way: stage.labels(of: graph.way(to: state) + [choice]))
      }
      let seen = stage.state(of: root)
      progress.note(graph, frontier: graph.count - next, depth: graph.deepest)
      if case .threw(let error) = outcome {
        try checks.report(error, way: graph.way(to: state) + [choice])
      }
      let known = graph.number(of: seen)
      if known == state, outcome.hasThrown {
        if outcome.isRefused { graph.addRefusal(of: choice, in: state) }
      } else {
        guard known != nil || graph.count < limit else { return .states(limit) }
        let to = known ?? graph.add(seen, from: graph.transitions.count, depth: graph.depth(of: state) + 1)
        if known == nil { notes.recordState(of: root) }
        graph.addTransition(from: state, to: to, by: choice, isRefused: outcome.isRefused)
        notes.recordTransition(noted, after: root)
        if to != state { keep(root, seen, at: to, isNew: known == nil) }
      }
      // Even without a change: a promise may depend on values that are not state, such as an injected fake.
      try checks.check(root) { graph.way(to: state) + [choice] }
      if isSharing, known == state, graph.canStandIn(seen, at: state) { scope = root }
    }
    live.endExpanding(state)
    if let scope, isSharing { live.rest(scope, at: state) }
    return nil
  }

  private mutating func keep(_ scope: ScopeNode, _ seen: SeenState, at state: Int, isNew: Bool) {
    guard isNew || isSharing && graph.canStandIn(seen, at: state) else { return }
    if state > next { live.park(scope, at: state) } else { live.rest(scope, at: state) }
  }

  /// Returns a scope in a state: a retained one, or one that is led there along the shortest possible path.
  private mutating func takeScope(at state: Int) throws -> ScopeNode {
    if let scope = live.take(at: state) { return scope }
    var path: [Int] = []
    leads += 1
    // Of scopes that replaced another, only a few are verified at their destination.
    let isChecked = !isSharing || leads % checkedLead == 0
    for transition in graph.transitionsBack(from: state) {
      path.append(transition)
      if let scope = live.take(at: graph.transitions[transition].from) {
        return try lead(scope, along: path, to: state, isChecked: isChecked)
      }
    }
    return try lead(try stage.makeScope(), along: path, to: state, isChecked: isChecked)
  }

  /// The interval at which a led scope is verified: wider in a long search, which has verified many.
  private var checkedLead: Int { leads < 16_384 ? 16 : 128 }

  /// Leads a scope to a state, by transitions in reverse order.
  private func lead(
    _ scope: ScopeNode,
    along path: [Int],
    to state: Int,
    isChecked: Bool
  ) throws -> ScopeNode {
    for transition in path.reversed() { _ = stage.perform(graph.choice(of: transition), on: scope) }
    guard isChecked else { return scope }
    guard graph.number(of: stage.state(of: scope)) == state else {
      throw FoundHiddenState(way: stage.labels(of: graph.way(to: state)))
    }
    return scope
  }
}
