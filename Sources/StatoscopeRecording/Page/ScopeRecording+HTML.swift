import Statoscope

extension ScopeRecording {
  /// Returns the recording as a page that shows the events, and the tree at each moment.
  ///
  /// The page is self-contained and makes no network requests. A slider selects a moment, by mouse, touch,
  /// keyboard or screen reader; without scripts the moments are a list. All content of events and states is
  /// escaped text.
  ///
  /// Complexity: O(size of the recording).
  /// - Parameter title: the heading; by default it names the root's type.
  public func html(title: String? = nil) -> String {
    TimelinePage(self, title: title ?? "Recording of \(root)").text
  }

  /// The style sheet of the page (``html(title:)``), for a page of your own that shows parts of it.
  public static var styleSheet: String { PageStyle.sheet + "\n" + TimelinePage.style }
}

extension ScopeRecording.Moment {
  /// Returns the moment as an item of an HTML list, as on the page of a recording.
  ///
  /// A live page adds each of ``ScopeRecorder/moments`` to its `<ol class="moments">`. All content of events and
  /// states is escaped text. Its button names the moment, and the elements after the button are its details.
  ///
  /// Complexity: O(size of the moment).
  public func html() -> String { MomentItem(self).text + "</li>" }
}
