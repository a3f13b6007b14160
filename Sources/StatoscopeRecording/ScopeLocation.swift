import Statoscope

/// The location of a scope in a recorded tree.
enum ScopeLocation: Sendable {
  /// The key path is created on demand: the total length of all of them is quadratic in the tree's depth.
  case node(Int, RecordedTree)
  /// A location of which only the key path is known.
  case path(String)

  /// The key path from the root, as it reads in source.
  ///
  /// Complexity: O(depth).
  var path: String { path(ofAtMost: .max).text }

  /// The nodes from below the root to the scope, if they are known.
  var nodes: [RecordedTree.Node] {
    if case .node(let index, let tree) = self { tree.path(to: index) } else { [] }
  }

  /// Returns the key path, shortened to its first and last segments if it has more than a limit.
  func path(ofAtMost limit: Int) -> (text: String, isCut: Bool) {
    if case .path(let text) = self { return (text, false) }
    let segments = nodes.map(\.segment)
    guard segments.count > limit else { return (ScopeTree.keyPath(segments), false) }
    let first = ScopeTree.keyPath(Array(segments.prefix(limit / 2)))
    let last = segments.suffix(limit / 2).joined(separator: ".").withoutLastQuestionMark
    return ("\(first) … \(last) (level \(segments.count))", true)
  }
}

extension ScopeLocation: Equatable {
  static func == (one: ScopeLocation, other: ScopeLocation) -> Bool {
    if case .node(let index, let tree) = one, case .node(index, let otherTree) = other, tree === otherTree {
      return true
    }
    return one.path == other.path
  }
}
