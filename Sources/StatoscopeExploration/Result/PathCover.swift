import Statoscope
import StatoscopeTesting

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
      note(state, path.last)
      while let way = graph.shortestPath(
        from: state,
        within: component,
        endingWith: { [open, coverage, graph] edge in
          open.contains(coverage == .states ? graph.edges[edge].to : edge)
        }
      ) {
        append(way, to: &path, at: &state)
      }
      guard index + 1 < route.count else { break }
      let candidates = bridges[.init(from: component, to: route[index + 1])] ?? []
      guard let bridge = candidates.first(where: open.contains) ?? candidates.first else { break }
      if let way = way(from: state, within: component, toState: graph.edges[bridge].from) {
        append(way, to: &path, at: &state)
      }
      append([bridge], to: &path, at: &state)
    }
    return path
  }

  private mutating func append(_ way: [Int], to path: inout [Int], at state: inout Int) {
    for edge in way {
      path.append(edge)
      state = graph.edges[edge].to
      note(state, edge)
    }
  }

  private mutating func note(_ state: Int, _ edge: Int?) {
    if coverage == .states { open.remove(state) } else if let edge { open.remove(edge) }
  }

  private func way(from state: Int, within component: Int, toState goal: Int) -> [Int]? {
    state == goal
      ? [] : graph.shortestPath(from: state, within: component) { graph.edges[$0].to == goal }
  }
}
