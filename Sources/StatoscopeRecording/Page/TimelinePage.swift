import Statoscope

/// The page that shows a recording.
struct TimelinePage {
  let text: String

  init(_ recording: ScopeRecording, title: String) {
    let body = HTML(
      PageFiles.timelineHTML,
      ["count": "\(recording.moments.count)", "moments": TimelinePage.list(of: recording.moments)]
    )
    text =
      Page(
        title: title,
        summary: TimelinePage.summary(of: recording),
        style: PageFiles.timelineCSS,
        body: body,
        footer: "Made by Statoscope. The slider and the arrow keys select a moment.",
        data: Page.data(recording),
        script: PageFiles.timelineJS
      ).text
  }

  private static func summary(of recording: ScopeRecording) -> HTML {
    let moments = recording.moments
    var text = "\(moments.count) \(moments.count == 1 ? "moment" : "moments")"
    if let last = moments.last { text += ", \(TimeText(last.time).text) from first to last" }
    text += "."
    if recording.discarded > 0 {
      text += " \(recording.discarded) earlier ones were discarded: the capacity is \(recording.capacity)."
    }
    let cut = moments.count { MomentItem.path(of: $0) != nil }
    if cut > 0 { text += " \(cut) key paths of more than \(MomentItem.mostSegments) segments are shortened." }
    if !recording.unseen.isEmpty {
      text += " Not visible to tests: \(recording.unseen.joined(separator: ", "))."
    }
    let threw = moments.count { $0.failure != nil }
    return threw == 0 ? "\(text)" : "\(text) \(HTML.failed("\(threw) threw an error"))"
  }

  /// Returns the list of the moments, of some 200 bytes each.
  private static func list(of moments: [ScopeRecording.Moment]) -> HTML {
    guard !moments.isEmpty else { return "<p class=\"quiet\">Nothing has happened yet.</p>" }
    var depths: [Int: Int] = [:]
    let items = moments.map { moment in
      var depth = 0
      if case .update(let sender) = moment.cause { depth = min((depths[sender] ?? 0) + 1, 6) }
      depths[moment.number] = depth
      return MomentItem(moment, depth: depth).html
    }
    return "<ol id=\"moments\" class=\"moments\">\n\(items)\n</ol>"
  }
}

extension ScopeRecording {
  /// Returns the recording as a page that shows the events, and the tree at each moment.
  ///
  /// The page is self-contained and makes no network requests. A slider selects a moment, by mouse, touch,
  /// keyboard or screen reader, and a search filters them; without scripts the moments are a list. All content
  /// of events and states is escaped text.
  ///
  /// Complexity: O(size of the recording).
  /// - Parameter title: the heading; by default it names the root's type.
  public func html(title: String? = nil) -> String {
    TimelinePage(self, title: title ?? "Recording of \(root)").text
  }

  /// The style sheet of the page (``html(title:)``), for a page of your own that shows parts of it.
  public static var styleSheet: String { Page.style(PageFiles.timelineCSS) }
}

extension ScopeRecording.Moment {
  /// Returns the moment as an item of an HTML list, as on the page of a recording.
  ///
  /// A live page adds each of ``ScopeRecorder/moments`` to its `<ol class="moments">`. All content of events and
  /// states is escaped text. Its button names the moment, and the elements after the button are its details.
  ///
  /// Complexity: O(size of the moment).
  public func html() -> String { MomentItem(self).html.text + "</li>" }
}
