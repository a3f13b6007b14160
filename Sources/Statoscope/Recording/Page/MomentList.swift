/// The moments of a recording as an HTML list.
///
/// Each takes some 200 bytes: data that follow from the position of an element are added by the page's script
/// and style.
struct MomentList {
  private(set) var text = ""
  /// The number of shortened key paths.
  private(set) var cutPaths = 0

  init(_ recording: ScopeRecording) {
    guard !recording.moments.isEmpty else {
      text = "<p class=\"nothing\">Nothing has happened yet.</p>"
      return
    }
    text = "<ol id=\"moments\" class=\"moments\">\n"
    var depths: [Int: Int] = [:]
    for moment in recording.moments {
      var depth = 0
      if case .update(let sender) = moment.cause { depth = min((depths[sender] ?? 0) + 1, 6) }
      if depth > 0 { depths[moment.number] = depth }
      let item = MomentItem(moment, depth: depth)
      // HTML allows omitting its end tag.
      text += item.text + "\n"
      if item.isPathCut { cutPaths += 1 }
    }
    text += "</ol>"
  }
}
