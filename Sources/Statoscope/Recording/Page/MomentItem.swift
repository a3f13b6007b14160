/// One moment as an item of an HTML list: its event, its cause, its changes, and the effects that started or
/// ended.
struct MomentItem {
  /// The number of segments beyond which a key path is shortened on the page.
  static let mostSegments = 32

  private(set) var text: String
  private(set) var isPathCut = false

  /// - Parameters:
  ///   - moment: the moment.
  ///   - depth: the number of preceding moments in the chain of causes, which determines the indentation.
  init(_ moment: ScopeRecording.Moment, depth: Int = 0) {
    text = "<li id=\"moment-\(moment.number)\""
    if depth > 0 { text += " class=\"depth-\(depth)\"" }
    text += "><button><i>\(TimeText(moment.time).text)</i> <b>"
    if depth > 0 { text += "<span aria-hidden=\"true\">↳ </span>" }
    let heading = EventHeading(moment)
    text += heading.html + "</b>"
    if moment.failure != nil { text += " <span class=\"badge threw\">✗ threw</span>" }
    text += " <small>\(PageText.escaped(place(of: moment)))</small></button>"
    if let whole = heading.whole { text += "<pre class=\"whole\">\(PageText.escaped(whole))</pre>" }
    writeCause(of: moment)
    if let failure = moment.failure {
      text += "<p class=\"threw\"><strong>✗ The update threw</strong> \(PageText.escaped(failure))</p>"
    }
    writeChange(of: moment)
    if !moment.effects.isEmpty {
      text += "<ul class=\"effects\">\(moment.effects.map(MomentItem.item).joined())</ul>"
    }
  }

  private mutating func place(of moment: ScopeRecording.Moment) -> String {
    let (path, isCut) = moment.location.path(ofAtMost: MomentItem.mostSegments)
    isPathCut = isCut
    return path == "\\.self" ? moment.type : "\(moment.type) at \(path)"
  }

  private mutating func writeCause(of moment: ScopeRecording.Moment) {
    switch moment.cause {
    // The most frequent cause is not mentioned.
    case .outside: break
    case .update(let sender): text += "<p>sent by moment <a href=\"#moment-\(sender)\">\(sender)</a></p>"
    case .effect(let number): text += "<p>from effect \(number)</p>"
    }
  }

  private mutating func writeChange(of moment: ScopeRecording.Moment) {
    guard !moment.change.isEmpty else { return }
    // Line breaks in preformatted text are significant.
    let lines = moment.change.map { line in
      let name = line.hasPrefix("- ") ? "was" : line.hasPrefix("+ ") ? "is" : "same"
      return "<span class=\"\(name)\">\(PageText.escaped(line))</span>"
    }
    text += "<pre>\(lines.joined(separator: "\n"))</pre>"
  }

  private static func item(_ news: ScopeRecording.EffectNews) -> String {
    let (mark, words) =
      switch news.end {
      case nil: ("▶", "started")
      case .completed: ("■", "ended")
      case .failed(let error): ("✗", "failed: \(error)")
      case .cancelled: ("◻", "was cancelled")
      }
    let effect = PageText.escaped(news.effect)
    return "<li><span aria-hidden=\"true\">\(mark)</span> effect \(news.number) "
      + "<code>\(effect)</code> \(PageText.escaped(words))</li>"
  }
}

/// The text of a moment's button: the event, shortened if it is long.
private struct EventHeading {
  let html: String
  /// The whole event, if it was shortened.
  let whole: String?

  private static let longest = 80

  init(_ moment: ScopeRecording.Moment) {
    guard let event = moment.event else {
      html = EventHeading.text(ofMomentWithoutEvent: moment)
      whole = nil
      return
    }
    let short = EventHeading.shortened(event)
    html = "<code>\(PageText.escaped(short))</code>"
    whole = short == event ? nil : event
  }

  private static func text(ofMomentWithoutEvent moment: ScopeRecording.Moment) -> String {
    if !moment.fields.isEmpty { return "changed without an event" }
    if moment.tree != nil { return "the tree changed" }
    return moment.effects.isEmpty ? "nothing" : "an effect ended"
  }

  /// Returns the beginning of a long event, with its types named as briefly as possible.
  private static func shortened(_ event: String) -> String {
    var text = event
    // Most events name no type, and need no search.
    if namesType(event) {
      text = event.replacing(#/\b[A-Z]\w*\.(?=[A-Z])/#, with: "")
      var length = 0
      // From the innermost type outward.
      while length != text.count {
        length = text.count
        text.replace(#/(?<type>\b[A-Z]\w*)<[\w ,.:?\[\]]*>/#) { "\($0.output.type)" }
      }
    }
    guard text.utf8.count > longest, text.count > longest else { return text }
    return text.prefix(longest) + "…"
  }

  /// Checks whether a text may hold a qualified or a generic type.
  private static func namesType(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "<") { return true }
      if last == UInt8(ascii: "."), (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { return true }
      last = byte
    }
    return false
  }
}
