import Statoscope
import StatoscopeTesting

/// The edges of a graph, indexed by the state at one of their ends.
struct Adjacency {
  private var starts: [Int]
  private var edges: [Int]

  /// - Parameters:
  ///   - states: the number of states.
  ///   - edges: the number of edges.
  ///   - end: the state at which an edge is listed.
  init(states: Int, edges count: Int, by end: (_ edge: Int) -> Int) {
    starts = [Int](repeating: 0, count: states + 1)
    edges = [Int](repeating: 0, count: count)
    for edge in 0..<count { starts[end(edge) + 1] += 1 }
    for state in 0..<states { starts[state + 1] += starts[state] }
    var next = starts
    for edge in 0..<count {
      edges[next[end(edge)]] = edge
      next[end(edge)] += 1
    }
  }

  /// The edges at a state, in their order.
  subscript(state: Int) -> ArraySlice<Int> { edges[starts[state]..<starts[state + 1]] }
}
