import Statoscope
import StatoscopeTesting

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
