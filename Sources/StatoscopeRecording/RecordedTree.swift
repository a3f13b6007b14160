import Statoscope

/// The children of each scope of a recorded tree, in lists for the properties that hold them.
struct RecordedTree {
  private var children: [Int: [[ScopeRecording.Child]]] = [:]
  private var parents: [Int: Int] = [:]

  /// Returns the children in the properties of a scope.
  func lists(of scope: Int) -> [[ScopeRecording.Child]] { children[scope] ?? [] }

  func list(_ property: Int, of scope: Int) -> [ScopeRecording.Child] {
    children[scope].flatMap { property < $0.count ? $0[property] : nil } ?? []
  }

  /// Adds the children of a scope that had none.
  mutating func add(_ lists: [[ScopeRecording.Child]], of scope: Int) {
    guard lists.contains(where: { !$0.isEmpty }) else { return }
    children[scope] = lists
    for child in lists.joined() { parents[child.scope] = scope }
  }

  mutating func remove(_ scope: Int) {
    children[scope] = nil
  }

  /// Returns the removed children; nil for an edit of another tree.
  mutating func apply(_ change: ScopeRecording.ChildrenEdit) -> [ScopeRecording.Child]? {
    let (scope, edit) = (change.scope, change.edit)
    // Moved out, because the change would otherwise copy all of it.
    var lists = children.removeValue(forKey: scope) ?? []
    defer { children[scope] = lists }
    guard edit.list >= 0, edit.list < lists.count + RecordedTree.mostNewLists else { return nil }
    while lists.count <= edit.list { lists.append([]) }
    guard let removed = edit.apply(to: &lists[edit.list]) else { return nil }
    for child in removed where parents[child.scope] == scope { parents[child.scope] = nil }
    for child in edit.added { parents[child.scope] = scope }
    return removed
  }

  /// Decoded data may name any number.
  private static let mostNewLists = 1_000

  /// Checks whether a scope is a root, or below it.
  func contains(_ scope: Int, below root: Int) -> Bool {
    var (current, steps) = (scope, 0)
    // A scope may seem to be above itself: in decoded data, and while a change is being read.
    while current != root, let parent = parents[current], steps < parents.count {
      (current, steps) = (parent, steps + 1)
    }
    return current == root
  }

  /// Returns the way to a scope from below a root, a segment for each scope on it; nil for one that is not in the tree.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  func path(to scope: Int, from root: Int) -> [ScopeRecording.Child]? {
    guard contains(scope, below: root) else { return nil }
    var (found, current) = ([ScopeRecording.Child](), scope)
    while current != root, let parent = parents[current] {
      for list in lists(of: parent) {
        guard let index = list.firstIndex(where: { $0.scope == current }) else { continue }
        found.append(ScopeRecording.Child(scope: current, segment: list[index].segment(at: index)))
        break
      }
      current = parent
    }
    return found.reversed()
  }
}
