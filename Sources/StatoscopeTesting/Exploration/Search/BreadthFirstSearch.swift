import Statoscope

/// Walks the states that a scope can reach, nearest first.
///
/// Each choice is done on a scope that went the shortest way to its state. When that is not at hand, one that
/// stands in the very same state may stand in for it: as far as reflection sees, it cannot be told apart. Where it
/// turns out that it can, the search is to be made again without any of that.
struct BreadthFirstSearch {
  /// A scope behaved unlike another that no difference could be seen to.
  struct FoundHiddenState: Error {
    /// What happened before, each in a few words.
    let way: [String]
  }

  let stage: Stage
  let graph: ExploredGraph
  let watch: PromiseWatch
  let notes: GraphNotes
  /// Whether scopes may stand in for each other.
  let isSharing: Bool
  let progress: ExplorationProgress
  private var live = LiveScopes()
  private var next = 0
  private var leads = 0

  init(
    stage: Stage,
    graph: ExploredGraph,
    watch: PromiseWatch,
    notes: GraphNotes,
    isSharing: Bool,
    progress: ExplorationProgress
  ) {
    self.stage = stage
    self.graph = graph
    self.watch = watch
    self.notes = notes
    self.isSharing = isSharing
    self.progress = progress
  }

  /// Searches until nothing new is found, or up to a bound.
  ///
  /// - Returns: how many states were found and not gone on from.
  mutating func run(depth: Int, states limit: Int) throws -> (bound: ExplorationBound?, unexplored: Int) {
    let first = try stage.makeScope()
    live.park(first, at: graph.add(first.state, from: nil, depth: 0))
    notes.noteState(of: first.root)
    try watch.look(at: first.root) { [] }
    let bound = try searchOn(depth: depth, limit: limit)
    // Once more from the start to where it is farthest: a scope that is not the same each time is found out.
    let farthest = graph.states.count - 1
    let way = Array(graph.transitionsBack(from: farthest))
    _ = try lead(try stage.makeScope(), along: way, to: farthest, isChecked: true)
    return (bound, graph.states.count - next)
  }

  private mutating func searchOn(depth: Int, limit: Int) throws -> ExplorationBound? {
    while next < graph.states.count {
      guard graph.states[next].depth < depth else { return .depth(depth) }
      guard try expand(next, limit: limit) else { return .states(limit) }
      next += 1
    }
    return nil
  }

  /// Does all that may happen in a state; false when it would have been one state too many.
  private mutating func expand(_ state: Int, limit: Int) throws -> Bool {
    live.beginExpanding(state)
    var scope: LiveScope? = try takeScope(at: state)
    let choices = scope.map { stage.choices(in: $0.root) } ?? []
    for choice in choices {
      let before = try scope ?? takeScope(at: state)
      scope = nil
      let noted = notes.before(choice, in: before.root)
      let outcome = stage.perform(choice, on: before.root)
      if case .impossible = outcome {
        throw FoundHiddenState(way: stage.labels(of: graph.way(to: state) + [choice]))
      }
      let after = LiveScope(root: before.root, state: stage.state(of: before.root))
      progress.note(states: graph.states.count, transitions: graph.transitions.count, depth: graph.deepest)
      if case .threw(let error) = outcome {
        try watch.report(error, way: graph.way(to: state) + [choice])
      }
      if after.state.key == before.state.key, outcome.hasThrown {
        if case .refused = outcome { graph.addRefusal(of: choice, in: state) }
      } else {
        guard let to = reach(after, from: state, by: choice, outcome, limit: limit) else { return false }
        notes.noteTransition(noted, after: after.root)
        if to != state { keep(after, at: to) }
      }
      // Also where nothing has changed: a promise may look at what is no state, such as a fake that was injected.
      try watch.look(at: after.root) { graph.way(to: state) + [choice] }
      if isSharing, after.state.canStandIn(for: before.state) { scope = after }
    }
    live.endExpanding(state)
    if let scope, isSharing { live.rest(scope, at: state) }
    return true
  }

  /// Notes a transition, and its end if that is new; nil when it would be one state too many.
  private func reach(
    _ after: LiveScope,
    from state: Int,
    by choice: Choice,
    _ outcome: ChoiceOutcome,
    limit: Int
  ) -> Int? {
    let known = graph.number(of: after.state)
    guard known != nil || graph.states.count < limit else { return nil }
    let to =
      known ?? graph.add(after.state, from: graph.transitions.count, depth: graph.states[state].depth + 1)
    if known == nil { notes.noteState(of: after.root) }
    graph.add(.init(from: state, to: to, choice: choice, isRefused: outcome.isRefused))
    return to
  }

  private mutating func keep(_ scope: LiveScope, at state: Int) {
    let isOwn = graph.states[state].origin == graph.transitions.count - 1
    guard isOwn || isSharing && scope.state.canStandIn(for: graph.states[state].seen) else { return }
    if state > next { live.park(scope, at: state) } else { live.rest(scope, at: state) }
  }

  /// A scope that stands in a state: one that waits there, else one that goes there from as near as may be.
  private mutating func takeScope(at state: Int) throws -> LiveScope {
    if let scope = live.take(at: state) { return scope }
    var way: [Int] = []
    for transition in graph.transitionsBack(from: state) {
      way.append(transition)
      if let scope = live.take(at: graph.transitions[transition].from) {
        leads += 1
        return try lead(scope, along: way, to: state, isChecked: leads % Self.checkedLead == 0)
      }
    }
    return try lead(try stage.makeScope(), along: way, to: state, isChecked: true)
  }

  /// Of scopes that stood in for another, so many go unchecked for each that is looked at when it has arrived.
  private static var checkedLead: Int { 16 }

  /// Lets a scope go on to a state, by transitions told last one first.
  private func lead(
    _ scope: LiveScope,
    along way: [Int],
    to state: Int,
    isChecked: Bool
  ) throws -> LiveScope {
    for transition in way.reversed() {
      _ = stage.perform(graph.transitions[transition].choice, on: scope.root)
    }
    guard isChecked else { return .init(root: scope.root, state: graph.states[state].seen) }
    let arrived = LiveScope(root: scope.root, state: stage.state(of: scope.root))
    guard arrived.state.key == graph.states[state].seen.key else {
      throw FoundHiddenState(way: stage.labels(of: graph.way(to: state)))
    }
    return arrived
  }
}
