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

  /// Looks at the tree that a scope is in.
  public init(_ node: ScopeNode) {
    self.node = node
    node.linkSubscopes()
  }

  /// The scope at the top.
  ///
  /// Complexity: O(depth).
  public var root: ScopeNode {
    var top = node
    while let parent = top.parentNode { top = parent }
    return top
  }

  /// The scope that holds this one; nil for the root.
  public var parent: ScopeNode? { node.parentNode }

  /// The scopes that this one holds, in the order of its source; those of a dictionary by their keys' texts.
  public var children: [ScopeNode] { node.links.flatMap(\.children) }

  /// The way here from the parent, as a key path reads in source: `\.items[3]`; nil for the root.
  ///
  /// Complexity: O(siblings in the same property).
  public var keyPathFromParent: String? {
    node.linkToParent.map { link in ScopeTree.keyPath([link.step(to: node)]) }
  }

  /// The way here from the root, as a key path reads in source: `\.list.items[3]`; `\.self` for the root.
  ///
  /// Complexity: O(depth × siblings in the properties on the way).
  public var keyPathFromRoot: String { ScopeTree.keyPath(stepsFromRoot) }

  /// The last step of the key path of each scope from below the root to this one.
  package var stepsFromRoot: [String] { wayFromRoot.map(\.step) }

  /// The scopes from below the root to this one, each with the last step of its key path.
  var wayFromRoot: [(scope: ScopeNode, step: String)] {
    var way: [(scope: ScopeNode, step: String)] = []
    var current = node
    while let parent = current.parentNode, let link = current.linkToParent {
      way.append((current, link.step(to: current)))
      current = parent
    }
    return way.reversed()
  }

  /// The key path that takes some steps.
  ///
  /// An optional on the way is unwrapped by what follows it; at the end it is not.
  static func keyPath(_ steps: [String]) -> String {
    steps.isEmpty ? "\\.self" : "\\." + steps.joined(separator: ".").withoutLastQuestionMark
  }

  /// This scope and all below it, one a line, each with the way from its parent.
  ///
  /// Lines more than 32 levels down say how deep they are, and are indented no further: a deep tree's
  /// description would be longer than memory. Complexity: O(scopes below).
  public var description: String {
    var lines: [String] = []
    var waiting = [(node: node, step: "", depth: 0)]
    while let (current, step, depth) = waiting.popLast() {
      let name = depth == 0 ? "" : ScopeTree.keyPath([step]) + ": "
      lines.append(Indentation(depth).text + name + current.typeName)
      current.linkSubscopes()
      for (child, step) in current.links.flatMap(\.childrenWithSteps).reversed() {
        waiting.append((child, step, depth + 1))
      }
    }
    return lines.joined(separator: "\n")
  }
}
