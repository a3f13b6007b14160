/// The place of a scope in its tree when an event was sent to it.
///
/// The path's text costs more than most events, so it is made when it is asked for, or just before the tree changes.
final class EventPlace {
  private let scope: ScopeNode
  private var fixedPath: String?

  init(of scope: ScopeNode) {
    self.scope = scope
  }

  /// The path from the root, as it was when the event was sent.
  ///
  /// Complexity: O(depth × siblings in the properties on the way).
  var path: String { fixedPath ?? ScopeTree(scope).keyPathFromRoot }

  /// Keeps the path as it is now, unless an earlier one was kept.
  func fixPath() {
    fixedPath = path
  }
}

extension TreeContext {
  /// Keeps the paths of the events that are being handled, because scopes are about to change their places.
  func fixEventPaths() {
    for place in eventPlaces { place.fixPath() }
  }
}
