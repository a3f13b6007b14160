/// The moments of a recording as a list, each with all that is to be said of it.
struct MomentList {
  let text: String

  init(_ recording: ScopeRecording) {
    var depths: [Int: Int] = [:]
    let items = recording.moments.enumerated().map { index, moment in
      var depth = 0
      if case .update(let sender) = moment.cause { depth = (depths[sender] ?? 0) + 1 }
      depths[moment.number] = depth
      return MomentList.item(moment, index: index + 1, depth: min(depth, 6))
    }
    text =
      items.isEmpty
      ? "<p class=\"nothing\">Nothing has happened yet.</p>"
      : "<ol id=\"moments\" class=\"moments\">\n\(items.joined(separator: "\n"))\n</ol>"
  }

  private static func item(_ moment: ScopeRecording.Moment, index: Int, depth: Int) -> String {
    let threw = moment.failure == nil ? "" : " <span class=\"badge threw\">✗ threw</span>"
    let inner = depth == 0 ? "" : "<span aria-hidden=\"true\">↳ </span>"
    return """
      <li id="moment-\(moment.number)" class="depth-\(depth)">
      <button type="button" class="moment" data-position="\(index)"><span class="when">\
      \(TimeText(moment.time).text)</span> <span class="what">\(inner)\(heading(moment))</span>\(threw) \
      <span class="who">\(PageText.escaped(place(of: moment)))</span></button>
      <div class="detail">
      \(detail(of: moment))
      </div>
      </li>
      """
  }

  private static func heading(_ moment: ScopeRecording.Moment) -> String {
    if let event = moment.event { return "<code>\(PageText.escaped(shortened(event)))</code>" }
    if !moment.fields.isEmpty { return "changed without an event" }
    if moment.tree != nil { return "the tree changed" }
    return moment.effects.isEmpty ? "nothing" : "an effect ended"
  }

  /// The beginning of a long event, its types named as short as can be; the whole is in the details.
  private static func shortened(_ event: String) -> String {
    var text = event.replacing(#/\b[A-Z]\w*\.(?=[A-Z])/#, with: "")
    var length = 0
    // From the innermost on.
    while length != text.count {
      length = text.count
      text.replace(#/(?<type>\b[A-Z]\w*)<[\w ,.:?\[\]]*>/#) { "\($0.output.type)" }
    }
    return text.count > longest ? text.prefix(longest) + "…" : text
  }

  private static let longest = 80

  private static func place(of moment: ScopeRecording.Moment) -> String {
    moment.path == "\\.self" ? moment.type : "\(moment.type) at \(moment.path)"
  }

  private static func detail(of moment: ScopeRecording.Moment) -> String {
    var lines = ["<p>\(PageText.escaped(place(of: moment))), \(cause(of: moment)).</p>"]
    if let event = moment.event, event != shortened(event) {
      lines.append("<pre class=\"whole\">\(PageText.escaped(event))</pre>")
    }
    if let failure = moment.failure {
      lines.append("<p class=\"threw\"><strong>✗ The update threw</strong> \(PageText.escaped(failure))</p>")
    }
    let changes = moment.change.map { line in
      let name = line.hasPrefix("- ") ? "was" : line.hasPrefix("+ ") ? "is" : "same"
      return "<span class=\"\(name)\">\(PageText.escaped(line))</span>"
    }
    if !changes.isEmpty {
      // Lines of a preformatted text end where they do.
      lines.append("<pre class=\"diff\" aria-label=\"What changed\">\(changes.joined(separator: "\n"))</pre>")
    } else if moment.event != nil {
      lines.append("<p class=\"quiet\">Its state stayed as it was.</p>")
    }
    if !moment.effects.isEmpty {
      lines.append("<ul class=\"effects\">\(moment.effects.map(item).joined())</ul>")
    }
    return lines.joined(separator: "\n")
  }

  private static func cause(of moment: ScopeRecording.Moment) -> String {
    guard moment.event != nil else { return "without an event" }
    switch moment.cause {
    case .outside: return "sent from outside"
    case .update(let sender): return "sent by moment <a href=\"#moment-\(sender)\">\(sender)</a>"
    case .effect(let number): return "from effect \(number)"
    }
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
