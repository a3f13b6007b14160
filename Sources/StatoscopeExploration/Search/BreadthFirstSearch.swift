import Statoscope

/// A breadth-first search of the states that a scope can reach.
///
/// Each choice is performed on a scope that took the shortest path to its state. If that scope is not
/// available, one in the very same state may replace it, if reflection shows that they are equal.
struct BreadthFirstSearch {
  private(set) var search: Search
  private var live: LiveScopes
  private var next = 0

  init(_ search: Search, live: LiveScopes) {
    (self.search, self.live) = (search, live)
  }

  private var graph: ExploredGraph { search.graph }
  private var system: TransitionSystem { search.system }

  /// The number of states that were found but not expanded.
  var unexplored: Int { graph.count - next }

  /// Searches until there are no new states, or up to a limit.
  ///
  /// - Throws: an error when the same path leads to another state than before.
  mutating func run(depth: Int) throws {
    let start = try search.begin()
    live.park(start.scope, at: start.state)
    while next < graph.count, search.limit == nil {
      guard graph.depth(of: next) < depth else {
        search.limit = .depth(depth)
        break
      }
      if try expand(next) { next += 1 }
    }
    // The conditions of the last state may have read it.
    try system.order.check()
    for observer in search.observers { try observer.didEnd() }
  }

  /// Performs all choices in a state.
  ///
  /// - Returns: false where the search ends before.
  private mutating func expand(_ state: Int) throws -> Bool {
    live.beginExpanding(state)
    var scope: ScopeNode? = try takeScope(at: state)
    let choices = scope.map { system.choices(in: $0) } ?? []
    var hasWayOut = false
    for choice in choices {
      let root = try scope ?? takeScope(at: state)
      scope = nil
      guard let performed = try search.perform(choice, on: root, in: state, waiting: unexplored) else {
        return false
      }
      hasWayOut = hasWayOut || performed.to != state || !performed.outcome.hasThrown
      if performed.to != state { keep(root, performed) }
      if !performed.isNew, performed.to == state, graph.canStandIn(performed.seen, at: state) { scope = root }
    }
    if !hasWayOut {
      let root = try scope ?? takeScope(at: state)
      if system.isAtRest(root) { graph.recordStuck(state) }
      scope = root
    }
    live.endExpanding(state)
    if let scope { live.rest(scope, at: state) }
    return true
  }

  private mutating func keep(_ scope: ScopeNode, _ performed: Search.Performed) {
    let state = performed.to
    guard performed.isNew || graph.canStandIn(performed.seen, at: state) else { return }
    if state > next { live.park(scope, at: state) } else { live.rest(scope, at: state) }
  }

  /// Returns a scope in a state: a retained one, or one that is led there along the shortest possible path.
  private mutating func takeScope(at state: Int) throws -> ScopeNode {
    if let scope = live.take(at: state) { return scope }
    var (path, from): ([Int], Int) = ([], state)
    while let transition = graph.origin(of: from) {
      path.append(transition)
      from = graph.transitions[transition].from
      if let scope = live.take(at: from) { return lead(scope, along: path) }
    }
    return lead(try system.makeScope(), along: path)
  }

  /// Leads a scope to a state, by transitions in reverse order.
  private func lead(_ scope: ScopeNode, along path: [Int]) -> ScopeNode {
    var left = path.count
    // Without optimization an iterator takes as long as the event.
    while left > 0 {
      left -= 1
      _ = system.perform(graph.choice(of: path[left]), on: scope)
    }
    return scope
  }
}

/// Scopes in known states, retained so that the path there need not be taken again.
///
/// A scope that waits in a state to be expanded saves the whole path. A scope that rests in an expanded state
/// saves the common part of the next state's path, for which few are enough.
struct LiveScopes {
  /// The maximum number of scopes per state; more are of little use.
  private static var mostInOneState: Int { 8 }

  private let waitingLimit: Int
  private let restingLimit: Int
  /// The scopes of each state.
  private var scopes: [[ScopeNode]] = []
  private var waiting = 0
  /// The states with resting scopes, or former ones; the oldest is the next to be emptied.
  private var resting: [Int32] = []
  private var oldest = 0

  /// - Parameter limit: the maximum number of waiting scopes; a sixteenth as many may rest.
  init(limit: Int) {
    waitingLimit = limit
    restingLimit = limit / 16 + min(limit % 16, 1)
  }

  /// Retains a scope in a state to be expanded.
  mutating func park(_ scope: ScopeNode, at state: Int) {
    guard waiting < waitingLimit, count(at: state) < Self.mostInOneState else { return }
    waiting += 1
    push(scope, at: state)
  }

  /// Retains a scope in an expanded state, in place of the one that has rested longest.
  mutating func rest(_ scope: ScopeNode, at state: Int) {
    guard restingLimit > 0, count(at: state) < Self.mostInOneState else { return }
    recordResting(at: state)
    push(scope, at: state)
  }

  private mutating func recordResting(at state: Int) {
    guard resting.count == restingLimit else { return resting.append(Int32(state)) }
    _ = take(at: Int(resting[oldest]))
    resting[oldest] = Int32(state)
    oldest = (oldest + 1) % restingLimit
  }

  /// Marks the scopes of a state as about to be used.
  mutating func beginExpanding(_ state: Int) {
    waiting -= count(at: state)
  }

  /// Marks the remaining scopes of a state as resting, because the state was expanded.
  mutating func endExpanding(_ state: Int) {
    var left: [ScopeNode] = []
    while let scope = take(at: state) { left.append(scope) }
    for scope in left { rest(scope, at: state) }
  }

  mutating func take(at state: Int) -> ScopeNode? {
    count(at: state) == 0 ? nil : scopes[state].removeLast()
  }

  private mutating func push(_ scope: ScopeNode, at state: Int) {
    while scopes.count <= state { scopes.append([]) }
    scopes[state].append(scope)
  }

  private func count(at state: Int) -> Int { state < scopes.count ? scopes[state].count : 0 }
}
