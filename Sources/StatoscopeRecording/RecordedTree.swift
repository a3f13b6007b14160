import Statoscope

/// A recorded tree, shared by the positions of its scopes.
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

  /// The positions of the scopes.
  var positions: [ScopeRecording.Position] {
    nodes.indices.map { ScopeRecording.Position(tree: self, index: $0) }
  }

  /// Returns the position of a scope; nil for a scope that is not in the tree.
  func position(of scope: Int) -> ScopeRecording.Position? {
    indexes[scope].map { ScopeRecording.Position(tree: self, index: $0) }
  }

  /// Returns the nodes from the root to one of them.
  ///
  /// Complexity: O(depth).
  fileprivate func path(to index: Int) -> [Node] {
    var path: [Node] = []
    var index = index
    while index >= 0 {
      path.append(nodes[index])
      index = parents[index]
    }
    return path.reversed()
  }
}

/// A tree is encoded as the list of its nodes.
extension RecordedTree: Codable, Equatable {
  convenience init(from decoder: any Decoder) throws { self.init(try [Node](from: decoder)) }

  func encode(to encoder: any Encoder) throws { try nodes.encode(to: encoder) }

  static func == (one: RecordedTree, other: RecordedTree) -> Bool {
    one === other || one.nodes == other.nodes
  }
}

extension RecordedTree {
  /// A replacement of some nodes of the former tree.
  struct Edit: Codable {
    let start: Int
    let removed: Int
    let nodes: [Node]
  }

  /// Returns the edit that turns another tree into this one.
  ///
  /// Complexity: O(nodes).
  func edit(of former: RecordedTree) -> Edit {
    let (old, new) = (former.nodes, nodes)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    return Edit(start: start, removed: old.count - start - end, nodes: Array(new[start..<(new.count - end)]))
  }

  /// Returns the tree after an edit; nil for an edit of another tree.
  func applying(_ edit: Edit) -> RecordedTree? {
    guard edit.start >= 0, edit.removed >= 0, edit.start <= nodes.count,
      edit.removed <= nodes.count - edit.start
    else { return nil }
    return RecordedTree(nodes[..<edit.start] + edit.nodes + nodes[(edit.start + edit.removed)...])
  }
}

extension ScopeRecording {
  /// The position of a scope in the tree.
  public struct Position: Sendable {
    fileprivate let tree: RecordedTree
    fileprivate let index: Int

    /// The scope.
    public var scope: Int { tree.nodes[index].scope }

    /// The number of scopes above it.
    public var depth: Int { tree.nodes[index].depth }

    /// The key path to it from the root, as it reads in source.
    ///
    /// It is created on demand: the total length of all of them is quadratic in the tree's depth. Complexity:
    /// O(depth).
    public var path: String { path(ofAtMost: .max).text }

    /// The nodes from below the root to the scope.
    var steps: ArraySlice<RecordedTree.Node> { tree.path(to: index).dropFirst() }

    /// Returns the key path, shortened to its first and last segments if it has more than a limit.
    func path(ofAtMost limit: Int) -> (text: String, isCut: Bool) {
      let segments = steps.map(\.segment)
      guard segments.count > limit else { return (ScopeTree.keyPath(segments), false) }
      let first = ScopeTree.keyPath(Array(segments.prefix(limit / 2)))
      let last = segments.suffix(limit / 2).joined(separator: ".").withoutLastQuestionMark
      return ("\(first) … \(last) (level \(segments.count))", true)
    }
  }
}

/// A position on its own is encoded as the nodes that lead to it from the root.
extension ScopeRecording.Position: Codable, Equatable {
  /// Decodes a position with its key path.
  public init(from decoder: any Decoder) throws {
    tree = try RecordedTree(from: decoder)
    index = tree.nodes.count - 1
    guard index >= 0 else {
      throw DecodingError.corrupted("A position has no scope. It is the list of the scopes that lead to it.")
    }
  }

  /// Encodes the position with its key path.
  public func encode(to encoder: any Encoder) throws {
    try tree.path(to: index).encode(to: encoder)
  }

  /// Two positions are equal if they are those of one scope, with the same scopes above it.
  public static func == (one: ScopeRecording.Position, other: ScopeRecording.Position) -> Bool {
    if one.tree === other.tree && one.index == other.index { return true }
    return one.tree.path(to: one.index) == other.tree.path(to: other.index)
  }
}

extension DecodingError {
  /// An error about data that contradict each other.
  static func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: description))
  }
}
