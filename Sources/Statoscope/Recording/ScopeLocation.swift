/// The location of a scope in a recorded tree.
///
/// The key path is created on demand: the total length of all of them is quadratic in the tree's depth.
struct ScopeLocation: Sendable {
  private enum Source {
    case place(TreeShape, Int)
    case text(String)
  }

  private let source: Source

  /// Creates the location of the scope with an index in a tree.
  init(_ index: Int, in tree: TreeShape) { source = .place(tree, index) }

  /// Creates a location of which only the key path is known.
  init(path: String) { source = .text(path) }

  /// The key path from the root, as it reads in source.
  ///
  /// Complexity: O(depth).
  var path: String {
    switch source {
    case .place(let tree, let index): ScopeTree.keyPath(tree.segments(to: index))
    case .text(let path): path
    }
  }

  /// The path's segment that leads here from the parent; empty for the root, and where only a text is known.
  var segment: String {
    if case .place(let tree, let index) = source { return tree.segments[index] }
    return ""
  }

  /// Returns the key path, shortened to its first and last segments if it has more than a limit.
  func path(ofAtMost limit: Int) -> (text: String, isCut: Bool) {
    guard case .place(let tree, let index) = source else { return (path, false) }
    let segments = tree.segments(to: index)
    guard segments.count > limit else { return (path, false) }
    let half = limit / 2
    let (first, last) = (ScopeTree.keyPath(Array(segments.prefix(half))), segments.suffix(half))
    return (
      "\(first) … \(last.joined(separator: ".").withoutLastQuestionMark) (level \(segments.count))", true
    )
  }
}

extension ScopeLocation: Equatable {
  static func == (one: ScopeLocation, other: ScopeLocation) -> Bool {
    guard case .place(let tree, let index) = one.source,
      case .place(let otherTree, let otherIndex) = other.source
    else { return one.path == other.path }
    if tree === otherTree { return index == otherIndex }
    return tree.segments(to: index) == otherTree.segments(to: otherIndex)
  }
}

/// The segments and parents of all scopes in a recorded tree, shared by their locations.
final class TreeShape: Sendable {
  /// The path segment that leads to each scope from its parent, parents first.
  let segments: [String]
  private let parents: [Int]

  /// - Parameter scopes: the depth of each scope and its segment, parents first; a scope at a depth without a
  ///   parent counts as a child of the previous one.
  init(_ scopes: some Sequence<(depth: Int, segment: String)>) {
    var segments: [String] = []
    var parents: [Int] = []
    var above: [Int] = []
    for scope in scopes {
      above.removeLast(above.count - min(above.count, max(0, scope.depth)))
      parents.append(above.last ?? -1)
      above.append(segments.count)
      segments.append(scope.segment)
    }
    (self.segments, self.parents) = (segments, parents)
  }

  /// Returns the segments that lead from the root to a scope.
  ///
  /// Complexity: O(depth).
  func segments(to index: Int) -> [String] {
    var found: [String] = []
    var index = index
    while index >= 0, parents[index] >= 0 {
      found.append(segments[index])
      index = parents[index]
    }
    return found.reversed()
  }
}
