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

  /// The style of the page (``html(title:)``), for a page of your own that shows parts of it.
  public static var styleSheet: String { PageStyle.sheet + "\n" + TimelinePage.style }
}

extension ScopeRecording.Moment {
  /// The moment as an item of a list, as the page of a recording has it.
  ///
  /// A live page puts each of ``ScopeRecorder/moments`` into its `<ol class="moments">`. All that the app put into
  /// events and states is text there. Its button names the moment, and what follows the button is its detail.
  ///
  /// Complexity: O(size of the moment).
  public func html() -> String { MomentItem(self).text + "</li>" }
}
