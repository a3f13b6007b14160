/// What a tape knows of the tree: where each scope was when it was looked at last, and each one's state.
///
/// It keeps no scope.
final class TreeShadow {
  /// The scopes in the tree, parents first.
  private(set) var tree: [TreePlace] = []

  private var watches: [ObjectIdentifier: ScopeWatch] = [:]
  private var layouts: [ObjectIdentifier: StateLayout] = [:]
  private var watchCount = 0
  private var watchLimit = 64

  /// What is known of a scope, which is looked at when it is new.
  func watch(of scope: ScopeNode) -> ScopeWatch {
    let id = ObjectIdentifier(scope)
    if let known = watches[id] { return known }
    let type = ObjectIdentifier(type(of: scope))
    let layout = layouts[type] ?? StateLayout(of: scope)
    layouts[type] = layout
    watchCount += 1
    let watch = ScopeWatch(scope, number: watchCount, layout: layout)
    watches[id] = watch
    return watch
  }

  /// Looks at the tree again.
  ///
  /// - Returns: whether it is another than before.
  func look(from root: ScopeNode) -> Bool {
    let before = tree
    tree = []
    var waiting = [(node: root, step: "", depth: 0)]
    while let (node, step, depth) = waiting.popLast() {
      node.linkSubscopes()
      tree.append(TreePlace(watch: watch(of: node), depth: depth, step: step))
      for (child, step) in node.links.flatMap(\.childrenWithSteps).reversed() {
        waiting.append((child, step, depth + 1))
      }
    }
    return tree != before
  }

  /// Whether it is time to forget the scopes that have left the tree.
  var isCrowded: Bool { watches.count > watchLimit }

  /// Forgets all scopes but some, by their numbers.
  func forget(except needed: Set<Int>) {
    watches = watches.filter { needed.contains($0.value.number) }
    watchLimit = 2 * watches.count + 64
  }
}
