/// The place of a scope in its tree when an event was sent to it.
///
/// Formatting the path costs more than most events, so it happens on demand, or just before the tree changes.
final class EventPlace {
  private let scope: ScopeNode
  private var fixedPath: String?

  init(of scope: ScopeNode) {
    self.scope = scope
  }

  /// The path from the root, as it was when the event was sent.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  var path: String { fixedPath ?? ScopeTree(scope).keyPathFromRoot }

  /// Stores the current path, unless an earlier one is stored.
  func fixPath() {
    fixedPath = path
  }
}

extension TreeContext {
  /// Stores the paths of the events in progress, because scopes are about to change their places.
  func fixEventPaths() {
    for place in eventPlaces { place.fixPath() }
  }
}
