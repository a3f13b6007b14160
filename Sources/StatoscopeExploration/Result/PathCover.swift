extension Exploration {
  /// The part of a graph that a set of flows covers.
  public enum Coverage: Sendable, Hashable {
    /// Every state that was found.
    case states
    /// Every transition that was found.
    case transitions
  }

  /// Returns a minimal set of flows that together cover everything that was found, as source of flow tests.
  ///
  /// Each begins at the start. At its end it checks the properties of states that were not violated.
  ///
  /// Complexity: O(flows × transitions) and more where one state leads to many that do not lead back.
  public func flows(covering coverage: Coverage) -> [String] {
    let cover = PathCover(
      states: graph.count,
      edges: graph.transitions.map { .init(from: $0.from, to: $0.to) },
      coverage: coverage
    )
    let paths = cover.paths.map { path in path.map { graph.choice(of: $0) } }
    return paths.enumerated().flatMap { index, path in
      let title = "Flow \(index + 1) of \(paths.count) through the states of \(scope)."
      // If `STATE` identifies states that behave differently, a long combined path may not exist.
      return replays.source(path, title).map { [$0] } ?? shortFlows(through: cover.paths[index], title)
    }
  }

  /// Returns a flow for each transition of a path, each as it was found.
  private func shortFlows(through path: [Int], _ title: String) -> [String] {
    Set(path).sorted().compactMap { index in
      replays.source(graph.path(to: graph.transitions[index].from) + [graph.choice(of: index)], title)
    }
  }
}

/// A minimal set of paths from the first state that together cover every state, or every edge.
///
/// The first path that reaches a strongly connected component covers it. The condensed graph has no cycles,
/// and there a minimal set of paths is a minimum flow (``SmallestFlow``).
package struct PathCover {
  package typealias Edge = EdgeGraph.Edge

  /// The edges of each path, by index.
  package private(set) var paths: [[Int]] = []

  private let graph: EdgeGraph
  private let coverage: Exploration.Coverage
  /// The states or edges still to be covered.
  private var open: Set<Int>

  /// Finds the paths through a graph whose states are all reachable from the first.
  package init(states: Int, edges: [Edge], coverage: Exploration.Coverage) {
    graph = EdgeGraph(states: states, edges: edges)
    self.coverage = coverage
    open = Set(coverage == .states ? Array(0..<states) : Array(edges.indices))
    if states > 0 { findPaths() }
  }

  private mutating func findPaths() {
    let (edges, components) = (graph.edges, graph.components)
    var bridges: [SmallestFlow.Arc: [Int]] = [:]
    for (index, edge) in edges.enumerated() {
      let (from, to) = (components.of[edge.from], components.of[edge.to])
      if from != to { bridges[.init(from: from, to: to), default: []].append(index) }
    }
    let inner = Set(
      edges.map { components.of[$0.from] == components.of[$0.to] ? components.of[$0.from] : -1 }
    )
    let arcs = bridges.mapValues { coverage == .states ? 0 : $0.count }
    let flow = SmallestFlow(
      count: components.count,
      start: components.of[0],
      arcs: arcs,
      isNeeded: { [coverage] component in coverage == .states || inner.contains(component) }
    )
    for route in flow.routes { paths.append(path(along: route, bridges)) }
    // The first state alone is a flow without steps.
    if paths.isEmpty { paths = coverage == .states ? [[]] : [] }
  }

  /// Returns a path through some components, each covered when it is first reached.
  private mutating func path(along route: [Int], _ bridges: [SmallestFlow.Arc: [Int]]) -> [Int] {
    var path: [Int] = []
    var state = 0
    for (index, component) in route.enumerated() {
      recordCovered(state, path.last)
      while let part = graph.shortestPath(
        from: state,
        within: component,
        endingWith: { [open, coverage, graph] edge in
          open.contains(coverage == .states ? graph.edges[edge].to : edge)
        }
      ) {
        append(part, to: &path, at: &state)
      }
      guard index + 1 < route.count else { break }
      let candidates = bridges[.init(from: component, to: route[index + 1])] ?? []
      guard let bridge = candidates.first(where: open.contains) ?? candidates.first else { break }
      if let part = shortestPath(from: state, within: component, to: graph.edges[bridge].from) {
        append(part, to: &path, at: &state)
      }
      append([bridge], to: &path, at: &state)
    }
    return path
  }

  private mutating func append(_ part: [Int], to path: inout [Int], at state: inout Int) {
    for edge in part {
      path.append(edge)
      state = graph.edges[edge].to
      recordCovered(state, edge)
    }
  }

  private mutating func recordCovered(_ state: Int, _ edge: Int?) {
    if coverage == .states { open.remove(state) } else if let edge { open.remove(edge) }
  }

  private func shortestPath(from state: Int, within component: Int, to goal: Int) -> [Int]? {
    state == goal
      ? [] : graph.shortestPath(from: state, within: component) { graph.edges[$0].to == goal }
  }
}

/// A minimum set of routes through an acyclic graph that satisfies lower bounds on arcs and nodes.
///
/// A greedy set of routes comes first. Then routes are joined as long as possible, by searching for a path
/// from the end back to the start along links that are used more often than needed.
struct SmallestFlow {
  struct Arc: Hashable {
    let from: Int
    let to: Int
  }

  /// The nodes of each route, from the start on.
  private(set) var routes: [[Int]] = []

  private struct Link {
    let from: Int
    let to: Int
    let least: Int
    var taken = 0
  }

  /// The links; a node is a link from its entry to its exit, `2n` and `2n + 1`, so that visiting it can be
  /// required.
  private var links: [Link] = []
  private var outgoing: [[Int]]
  private var incoming: [[Int]]
  private let start: Int
  private let end: Int

  /// - Parameters:
  ///   - count: the number of nodes; arcs lead from higher numbers to lower ones.
  ///   - start: the first node of each route; every node can be reached from it.
  ///   - arcs: the minimum number of uses of each arc.
  ///   - isNeeded: whether a route must visit a node.
  init(count: Int, start: Int, arcs: [Arc: Int], isNeeded: (Int) -> Bool) {
    self.start = 2 * start
    end = 2 * count
    outgoing = [[Int]](repeating: [], count: 2 * count + 1)
    incoming = outgoing
    for node in 0..<count {
      add(from: 2 * node, to: 2 * node + 1, least: isNeeded(node) ? 1 : 0)
      add(from: 2 * node + 1, to: end, least: 0)
    }
    for (arc, least) in arcs.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }) {
      add(from: 2 * arc.from + 1, to: 2 * arc.to, least: least)
    }
    while takeGreedyRoute() {}
    while joinRoutes() {}
    while let route = takeApart() { routes.append(route) }
  }

  private mutating func add(from: Int, to: Int, least: Int) {
    outgoing[from].append(links.count)
    incoming[to].append(links.count)
    links.append(Link(from: from, to: to, least: least))
  }

  /// Adds the route with the most links that are not used often enough yet; returns false when there is none.
  private mutating func takeGreedyRoute() -> Bool {
    var gain = [Int](repeating: 0, count: outgoing.count)
    var best = [Int?](repeating: nil, count: outgoing.count)
    for node in 0..<(end / 2) {
      // The exit first: no node behind it has a higher number.
      for vertex in [2 * node + 1, 2 * node] {
        for index in outgoing[vertex] {
          let worth = gain[links[index].to] + (links[index].taken < links[index].least ? 1 : 0)
          if best[vertex] == nil || worth > gain[vertex] { (gain[vertex], best[vertex]) = (worth, index) }
        }
      }
    }
    guard gain[start] > 0 else { return false }
    var vertex = start
    while let index = best[vertex] {
      links[index].taken += 1
      vertex = links[index].to
    }
    return true
  }

  /// Reduces the number of routes by one, if possible.
  private mutating func joinRoutes() -> Bool {
    var steps = [(link: Int, isForward: Bool)?](repeating: nil, count: outgoing.count)
    var waiting = [end]
    var next = 0
    while next < waiting.count, steps[start] == nil {
      let vertex = waiting[next]
      next += 1
      for index in incoming[vertex] where links[index].taken > links[index].least {
        let from = links[index].from
        guard from != end, steps[from] == nil else { continue }
        steps[from] = (index, false)
        waiting.append(from)
      }
      for index in outgoing[vertex] where links[index].to != end && steps[links[index].to] == nil {
        steps[links[index].to] = (index, true)
        waiting.append(links[index].to)
      }
    }
    guard steps[start] != nil else { return false }
    var vertex = start
    while vertex != end, let (index, isForward) = steps[vertex] {
      links[index].taken += isForward ? 1 : -1
      vertex = isForward ? links[index].from : links[index].to
    }
    return true
  }

  /// Removes one route from the used links, and returns its nodes.
  private mutating func takeApart() -> [Int]? {
    var route: [Int] = []
    var vertex = start
    while vertex != end {
      guard let index = outgoing[vertex].first(where: { links[$0].taken > 0 }) else { return nil }
      links[index].taken -= 1
      if vertex % 2 == 0 { route.append(vertex / 2) }
      vertex = links[index].to
    }
    return route
  }
}
