extension Exploration {
  /// The part of a graph that a set of flows covers.
  public enum Coverage: Sendable, Hashable {
    /// Every state that was found.
    case states
    /// Every transition that was found.
    case transitions
  }

  /// Returns a small set of flows that together cover everything that was found, as source of flow tests.
  ///
  /// Each begins at the start. At its end it checks the properties of states that were not violated.
  ///
  /// Complexity: O(transitions²) at most; less where what is not covered is near.
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

/// A small set of paths from the first state that together cover every state, or every edge.
///
/// Each goes to the nearest one that is not covered, and from there to the next, as long as one can be reached.
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
    open = Set(coverage == .states ? Array(1..<max(states, 1)) : Array(edges.indices))
    while let path = nextPath() { paths.append(path) }
    // The first state alone is a flow without steps.
    if paths.isEmpty, coverage == .states, states > 0 { paths = [[]] }
  }

  private mutating func nextPath() -> [Int]? {
    var path: [Int] = []
    while !open.isEmpty, let part = partToNearest(from: path.last.map { graph.edges[$0].to } ?? 0) {
      path += part
      for edge in part { open.remove(coverage == .states ? graph.edges[edge].to : edge) }
    }
    return path.isEmpty ? nil : path
  }

  private func partToNearest(from state: Int) -> [Int]? {
    graph.shortestPath(from: state) { open.contains(coverage == .states ? graph.edges[$0].to : $0) }
  }
}
