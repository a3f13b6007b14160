import Statoscope
import StatoscopeTesting

/// The states from which no path leads to a state that satisfies a condition.
struct DeadEnds {
  /// The dead end nearest to the start; nil when there is none.
  let nearest: Int?
  let count: Int

  /// Complexity: O(states + edges).
  init(in graph: ExploredGraph, holds: [Bool]) {
    let transitions = graph.transitions
    let incoming = Adjacency(states: holds.count, edges: transitions.count) { transitions[$0].to }
    var reaches = holds
    var waiting = holds.indices.filter { holds[$0] }
    while let state = waiting.popLast() {
      for edge in incoming[state] where !reaches[transitions[edge].from] {
        reaches[transitions[edge].from] = true
        waiting.append(transitions[edge].from)
      }
    }
    // States are numbered in the order of discovery, nearest first.
    nearest = reaches.firstIndex(of: false)
    count = reaches.count { !$0 }
  }
}
