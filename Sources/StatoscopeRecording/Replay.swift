import Statoscope

/// The tree of a recording with its states at one moment: those at its start, and all edits until then.
///
/// Recordings, pages, flow tests and live views find out with it what follows from the edits.
package struct Replay {
  /// What follows from the edits of a moment.
  package struct Step {
    /// The way to the moment's scope from the root; nil if it was in no tree.
    package let path: [ScopeRecording.Child]?
    /// The change of the scope's state as a diff.
    package let change: [String]
  }

  /// The scopes by number, with their current fields.
  package private(set) var scopes: [Int: ScopeRecording.ScopeState] = [:]
  private let root: Int?
  private var tree = RecordedTree()

  /// Begins at the start of a recording.
  package init(_ scopes: [ScopeRecording.ScopeState]) {
    root = scopes.first?.id
    for scope in scopes { add(scope) }
  }

  /// Adds a scope, unless it is known.
  mutating func add(_ scope: ScopeRecording.ScopeState) {
    guard scopes[scope.id] == nil else { return }
    scopes[scope.id] = scope
    tree.add(scope.children, of: scope.id)
  }

  /// Goes on to the end of the next moment; nil if its edits are those of another recording.
  ///
  /// Complexity: O(edits), and the depth of the scope with its siblings.
  package mutating func step(_ moment: ScopeRecording.Moment) -> Step? {
    let path = path(to: moment.scope)
    var change: [String] = []
    for edit in moment.fields {
      // Moved out, because the change would otherwise copy all of it.
      guard var state = scopes.removeValue(forKey: moment.scope) else { return nil }
      defer { scopes[moment.scope] = state }
      guard state.fields.indices.contains(edit.list), let lines = edit.apply(to: &state.fields[edit.list])
      else {
        return nil
      }
      change += edit.diff(removing: lines, in: state.fields[edit.list])
    }
    for change in moment.children {
      guard scopes[change.scope] != nil, tree.apply(change) != nil else { return nil }
    }
    // The scope may have entered the tree with this moment.
    return Step(path: path ?? self.path(to: moment.scope), change: change)
  }

  /// Returns the way to a scope from below the root, a segment for each scope on it; nil for one that is not in the tree.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  package func path(to scope: Int) -> [ScopeRecording.Child]? {
    root.flatMap { scopes[scope] == nil ? nil : tree.path(to: scope, from: $0) }
  }
}
