import Statoscope
import StatoscopeTesting

/// A graph of numbered states and edges, with its strongly connected components.
package struct EdgeGraph {
  package struct Edge {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  let edges: [Edge]
  let outgoing: Adjacency
  let components: Components

  /// Complexity: O(states + edges).
  init(states: Int, edges: [Edge]) {
    self.edges = edges
    outgoing = Adjacency(states: states, edges: edges.count) { edges[$0].from }
    components = Components(states: states, edges: edges, outgoing: outgoing)
  }

  /// Returns the shortest path inside a component, of one edge or more, that ends with a wanted edge.
  ///
  /// Complexity: O(states + edges at most as far away as the wanted one).
  func shortestPath(
    from start: Int,
    within component: Int,
    endingWith isWanted: (_ edge: Int) -> Bool
  ) -> [Int]? {
    var origins: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      for edge in outgoing[waiting[next]] where components.of[edges[edge].to] == component {
        let to = edges[edge].to
        if isWanted(edge) {
          var path = [edge]
          var state = waiting[next]
          while state != start, let origin = origins[state] {
            path.append(origin)
            state = edges[origin].from
          }
          return path.reversed()
        }
        guard to != start, origins[to] == nil else { continue }
        origins[to] = edge
        waiting.append(to)
      }
      next += 1
    }
    return nil
  }
}
