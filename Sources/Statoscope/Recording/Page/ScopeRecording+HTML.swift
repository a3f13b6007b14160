extension ScopeRecording {
  /// The recording as a page: what happened, and the tree at each moment.
  ///
  /// It is whole in itself and asks for nothing from anywhere. A slider goes through the moments, by mouse, finger,
  /// keyboard or screen reader; without scripts the moments are a list. All that the app put into events and states
  /// is text there, whatever it looks like.
  ///
  /// Complexity: O(size of the recording).
  /// - Parameter title: the heading; unless given, it names the root's type.
  public func html(title: String? = nil) -> String {
    TimelinePage(self, title: title ?? "Recording of \(root)").text
  }
}
