import Statoscope

extension Exploration {
  /// The part of a graph that a set of flows covers.
  public enum Coverage: Sendable, Hashable {
    /// Every state that was found.
    case states
    /// Every transition that was found.
    case transitions
  }

  /// As few flows as can be that together go through everything that was found, as source of flow tests.
  ///
  /// Each begins at the start. It checks, at its end, the promises about every state that were kept.
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
      // Where states count as one that go different ways, a long way may not exist as it was put together.
      return replays.source(way, title).map { [$0] } ?? shortFlows(through: cover.paths[index], title)
    }
  }

  /// A flow for each transition of a path, each the way it was found.
  private func shortFlows(through path: [Int], _ title: String) -> [String] {
    Set(path).sorted().compactMap { index in
      replays.source(graph.way(to: graph.transitions[index].from) + [graph.choice(of: index)], title)
    }
  }
}
