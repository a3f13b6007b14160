import Statoscope

/// The scopes that a log knows: those in the tree, and those that its moments name.
final class RecordedScopes {
  private let types = ReflectedTypes()
  private var known: [ObjectIdentifier: RecordedScope] = [:]
  private var count = 0
  /// The number of scopes above which those that are no longer needed are removed.
  private var limit = 64

  /// All known scopes, in the order in which they entered the tree.
  var all: [RecordedScope] { known.values.sorted { $0.number < $1.number } }

  /// The data about a scope, whose state is read if it is new.
  subscript(scope: ScopeNode) -> RecordedScope {
    let id = ObjectIdentifier(scope)
    if let recorded = known[id] { return recorded }
    count += 1
    let recorded = RecordedScope(scope, number: count, types: types)
    known[id] = recorded
    return recorded
  }

  /// Returns an event in the form in which it is recorded.
  func recorded<When>(_ when: When) -> RecordedValue<RecordedEvent> {
    // A value smaller than a reference contains none.
    guard MemoryLayout<When>.size >= MemoryLayout<AnyObject>.size else { return .value(when) }
    var reader = SnapshotReader(types: types)
    return reader.read(when) ? .rendered(RecordedEvent(when)) : .value(when)
  }

  /// Returns the tree below a scope.
  ///
  /// Complexity: O(scopes).
  func tree(below root: ScopeNode) -> RecordedTree {
    var nodes: [RecordedTree.Node] = []
    ScopeTree(root).forEachScope { scope, segment, depth in
      nodes.append(RecordedTree.Node(scope: self[scope].number, depth: depth, segment: segment))
    }
    return RecordedTree(nodes)
  }

  /// Removes the scopes that are not needed if there are many.
  ///
  /// - Parameter needed: returns the numbers of the others.
  func removeAll(except needed: () -> Set<Int>) {
    guard known.count > limit else { return }
    let needed = needed()
    known = known.filter { needed.contains($0.value.number) }
    limit = 2 * known.count + 64
  }
}
