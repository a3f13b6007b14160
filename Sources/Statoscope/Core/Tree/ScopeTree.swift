/// The tree of scopes as seen from one of them, for people and tools.
///
/// ```swift
/// print(scope.tree)
/// // NewsFeed
/// //   \.list: ItemList
/// //   \.authors["ada"]: Author
/// ```
public struct ScopeTree: CustomStringConvertible {
  private let node: ScopeNode

  /// Creates a view of the tree that a scope is in.
  public init(_ node: ScopeNode) {
    self.node = node
    node.linkSubscopes()
  }

  /// The scope at the top.
  ///
  /// Complexity: O(depth).
  public var root: ScopeNode { node.rootNode }

  /// The scope that holds this one; nil for the root.
  public var parent: ScopeNode? { node.parentNode }

  /// The children of this scope, in source order; those of a dictionary by the texts of their keys.
  public var children: [ScopeNode] { node.subscopeLinks.flatMap { $0.positions.map(\.child) } }

  /// The path from the parent, as a key path in source: `\.items[3]`; nil for the root.
  ///
  /// Complexity: O(siblings in the same property).
  public var keyPathFromParent: String? {
    node.segmentFromParent.map { ScopeTree.keyPath([$0.text]) }
  }

  /// The path from the root, as a key path in source: `\.list.items[3]`; `\.self` for the root.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  public var keyPathFromRoot: String { ScopeTree.keyPath(segmentsFromRoot) }

  /// The path segments from the root to this scope.
  package var segmentsFromRoot: [String] { scopesFromRoot.map(\.segment.text) }

  /// The scopes from below the root to this one, each with its last path segment.
  var scopesFromRoot: [(scope: ScopeNode, segment: PathSegment)] {
    var found: [(scope: ScopeNode, segment: PathSegment)] = []
    var current = node
    while let parent = current.parentNode, let segment = current.segmentFromParent {
      found.append((current, segment))
      current = parent
    }
    return found.reversed()
  }

  /// Returns the key path with some segments.
  ///
  /// An optional on the path is unwrapped by the segment that follows it; at the end it is not.
  package static func keyPath(_ segments: [String]) -> String {
    segments.isEmpty ? "\\.self" : "\\." + segments.joined(separator: ".").withoutLastQuestionMark
  }

  /// This scope and all scopes below it, one per line, each with its path from the parent.
  ///
  /// Lines more than 32 levels down give their depth as a number and are indented no further: otherwise the
  /// description of a deep tree would not fit into memory. Complexity: O(scopes below).
  public var description: String {
    var lines: [String] = []
    forEachScope { scope, segment, depth in
      let name = depth == 0 ? "" : ScopeTree.keyPath([segment]) + ": "
      lines.append(Indentation(depth).text + name + scope.typeName)
    }
    return lines.joined(separator: "\n")
  }

  /// Visits this scope and all scopes below it, parents first, without recursion.
  private func forEachScope(_ body: (_ scope: ScopeNode, _ segment: String, _ depth: Int) -> Void) {
    var waiting = [(node: node, segment: "", depth: 0)]
    while let (current, segment, depth) = waiting.popLast() {
      current.linkSubscopes()
      body(current, segment, depth)
      for link in current.subscopeLinks.reversed() {
        for (child, position) in link.positions.reversed() {
          waiting.append((child, PathSegment(name: link.name, position: position).text, depth + 1))
        }
      }
    }
  }
}

/// One segment of a key path, whose text is made on demand: formatting a path costs more than most events.
struct PathSegment {
  let name: String
  let position: SubscopePosition?

  /// The text of the segment, such as `items[3]` or `article?`.
  var text: String { name + (position?.text ?? "") }

  /// The same, with the key of a dictionary as source.
  var source: String { name + (position?.source ?? "") }
}

extension ScopeNode {
  /// The last segment of this scope's path; nil for a root.
  ///
  /// Runs no code of the app. Complexity: O(siblings in the same property).
  final var segmentFromParent: PathSegment? {
    linkToParent.map { PathSegment(name: $0.name, position: $0.position(of: self)) }
  }
}

extension String {
  /// The path without an optional mark at its end, which would unwrap a value that nothing follows.
  package var withoutLastQuestionMark: String {
    last == "?" ? String(dropLast()) : self
  }
}

/// The indentation of a line at some depth of a text.
///
/// It grows by two spaces per level down to 32 levels, and shows the level as a number below that: otherwise
/// the text of a list of 100,000 linked objects would take 10 GB.
private struct Indentation {
  /// The characters that the line begins with.
  let text: String

  /// Creates the indentation of a level.
  init(_ level: Int) {
    let shown = min(level, 32)
    text = String(repeating: "  ", count: shown) + (level > shown ? "(level \(level)) " : "")
  }
}
