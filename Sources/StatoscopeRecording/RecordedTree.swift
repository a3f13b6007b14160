import Statoscope

/// A recorded tree, shared by the locations of its scopes.
final class RecordedTree: Sendable {
  /// A scope in the tree, with the path segment that leads to it from its parent.
  struct Node: Codable, Equatable {
    let scope: Int
    let depth: Int
    let segment: String
  }

  /// The scopes, parents first.
  let nodes: [Node]
  /// The index of each node's parent, or -1.
  private let parents: [Int]
  /// The first index of each scope.
  private let indexes: [Int: Int]

  /// - Parameter nodes: the scopes, parents first; one at a depth without a parent counts as a child of the
  ///   previous one.
  init(_ nodes: [Node]) {
    self.nodes = nodes
    indexes = Dictionary(zip(nodes.map(\.scope), nodes.indices)) { first, _ in first }
    var above: [Int] = []
    parents = nodes.indices.map { index in
      above.removeLast(above.count - min(above.count, max(0, nodes[index].depth)))
      defer { above.append(index) }
      return above.last ?? -1
    }
  }

  /// The places of the scopes.
  var places: [ScopeRecording.Place] {
    nodes.enumerated().map { index, node in
      ScopeRecording.Place(scope: node.scope, depth: node.depth, location: .node(index, self))
    }
  }

  /// Returns the location of a scope; nil for a scope that is not in the tree.
  func location(of scope: Int) -> ScopeLocation? { indexes[scope].map { .node($0, self) } }

  /// Returns the nodes from below the root to one of them.
  ///
  /// Complexity: O(depth).
  func path(to index: Int) -> [Node] {
    var path: [Node] = []
    var index = index
    while parents[index] >= 0 {
      path.append(nodes[index])
      index = parents[index]
    }
    return path.reversed()
  }
}
