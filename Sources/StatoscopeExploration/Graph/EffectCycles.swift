import Statoscope
import StatoscopeTesting

/// The cycles of effects' ends among the states that do not satisfy a condition.
struct EffectCycles {
  private let notes: GraphFacts
  private let graph: EdgeGraph
  /// The transition of each edge of the graph.
  private let transitions: [Int]
  /// The kinds of effects in flight in all states of each component.
  private var always: [Set<Int>?]
  /// The kinds of effects that end inside each component; nil for a component without edges.
  private var turning: [Set<Int>?]

  /// Complexity: O(states + edges).
  init(in explored: ExploredGraph, notes: GraphFacts, without holds: [Bool]) {
    self.notes = notes
    transitions = explored.transitions.indices.filter { index in
      let transition = explored.transitions[index]
      return notes.turns[index] != nil && !holds[transition.from] && !holds[transition.to]
    }
    graph = EdgeGraph(
      states: holds.count,
      edges: transitions.map { .init(from: explored.transitions[$0].from, to: explored.transitions[$0].to) }
    )
    always = [Set<Int>?](repeating: nil, count: graph.components.count)
    turning = always
    for (state, component) in graph.components.of.enumerated() where !holds[state] {
      let kinds = notes.sets[notes.inFlight[state]]
      always[component] = always[component]?.intersection(kinds) ?? kinds
    }
    for (index, edge) in graph.edges.enumerated()
    where graph.components.of[edge.from] == graph.components.of[edge.to] {
      let component = graph.components.of[edge.from]
      turning[component] = (turning[component] ?? []).union(kinds(of: index))
    }
  }

  /// The state on a cycle that is nearest to the start; nil when there is no cycle.
  var nearestState: Int? {
    graph.components.of.firstIndex { component in
      guard let turning = turning[component], let always = always[component] else { return false }
      return always.isSubset(of: turning)
    }
  }

  /// Returns the transitions of one turn of a cycle, in which each effect ends.
  func turn(from state: Int) -> [Int] {
    let component = graph.components.of[state]
    var missing = always[component] ?? []
    let shortest = graph.shortestPath(from: state, within: component) { graph.edges[$0].to == state } ?? []
    if missing.subtracting(shortest.flatMap(kinds)).isEmpty { return shortest.map { transitions[$0] } }
    var turn: [Int] = []
    var current = state
    while !missing.isEmpty || turn.isEmpty || current != state {
      let path = graph.shortestPath(from: current, within: component) { edge in
        missing.isEmpty ? graph.edges[edge].to == state : !missing.isDisjoint(with: kinds(of: edge))
      }
      guard let path, let last = path.last else { break }
      for edge in path { missing.subtract(kinds(of: edge)) }
      turn += path
      current = graph.edges[last].to
    }
    return turn.map { transitions[$0] }
  }

  private func kinds(of edge: Int) -> Set<Int> {
    notes.turns[transitions[edge]].map { notes.sets[$0] } ?? []
  }
}
