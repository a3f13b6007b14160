import Statoscope
import StatoscopeTesting

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
  /// Each begins at the start. At its end it checks the promises about every state that were not broken.
  ///
  /// Complexity: O(flows × transitions) and more where one state leads to many that do not lead back.
  public func flows(covering coverage: Coverage) -> [String] {
    let cover = PathCover(
      states: graph.count,
      edges: graph.transitions.map { .init(from: $0.from, to: $0.to) },
      coverage: coverage
    )
    let ways = cover.paths.map { path in path.map { graph.choice(of: $0) } }
    return ways.enumerated().flatMap { index, way in
      let title = "Flow \(index + 1) of \(ways.count) through the states of \(scope)."
      // If `STATE` identifies states that behave differently, a long combined path may not exist.
      return replays.source(way, title).map { [$0] } ?? shortFlows(through: cover.paths[index], title)
    }
  }

  /// Returns a flow for each transition of a path, each as it was found.
  private func shortFlows(through path: [Int], _ title: String) -> [String] {
    Set(path).sorted().compactMap { index in
      replays.source(graph.way(to: graph.transitions[index].from) + [graph.choice(of: index)], title)
    }
  }
}
