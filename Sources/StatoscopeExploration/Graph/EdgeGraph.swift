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

  /// Returns the shortest path, of one edge or more, that ends with a wanted edge.
  ///
  /// Complexity: O(states + edges at most as far away as the wanted one).
  func shortestPath(
    from start: Int,
    within component: Int? = nil,
    endingWith isWanted: (_ edge: Int) -> Bool
  ) -> [Int]? {
    var origins: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      for edge in outgoing[waiting[next]] where component == nil || components.of[edges[edge].to] == component
      {
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

/// The strongly connected components of a graph, numbered so that each leads to lower numbers only.
struct Components {
  /// The number of each state's component.
  private(set) var of: [Int]
  private(set) var count = 0

  /// Finds the components without recursion, however long the paths are.
  ///
  /// Complexity: O(states + edges).
  init(states: Int, edges: [EdgeGraph.Edge], outgoing: Adjacency) {
    // Tarjan's algorithm with an explicit stack.
    of = [Int](repeating: -1, count: states)
    var order = [Int](repeating: -1, count: states)
    var lowest = order
    var visited = 0
    var stack: [Int] = []
    for start in 0..<states where order[start] < 0 {
      var calls = [(state: start, next: 0)]
      while let (state, next) = calls.last {
        if next == 0 {
          order[state] = visited
          lowest[state] = visited
          visited += 1
          stack.append(state)
        }
        let leaving = outgoing[state]
        guard next < leaving.count else {
          if lowest[state] == order[state] { close(&stack, at: state) }
          calls.removeLast()
          if let caller = calls.last?.state { lowest[caller] = min(lowest[caller], lowest[state]) }
          continue
        }
        calls[calls.count - 1].next += 1
        let to = edges[leaving[leaving.startIndex + next]].to
        if order[to] < 0 {
          calls.append((to, 0))
        } else if of[to] < 0 {
          lowest[state] = min(lowest[state], order[to])
        }
      }
    }
  }

  private mutating func close(_ stack: inout [Int], at state: Int) {
    while let top = stack.popLast() {
      of[top] = count
      if top == state { break }
    }
    count += 1
  }
}
