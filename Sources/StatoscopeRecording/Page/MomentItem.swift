import Statoscope

/// One moment as an item of an HTML list: its event, its cause, its changes, and the effects that started or
/// ended.
struct MomentItem {
  /// The number of segments beyond which a key path is shortened on the page.
  static let mostSegments = 32

  let text: String

  /// - Parameters:
  ///   - moment: the moment.
  ///   - depth: the number of preceding moments in the chain of causes, which determines the indentation.
  init(_ moment: ScopeRecording.Moment, depth: Int = 0) {
    let heading = EventHeading(moment)
    let path = moment.path(ofAtMost: MomentItem.mostSegments).text
    let place = path == "\\.self" ? moment.type : "\(moment.type) at \(path)"
    let threw = moment.failure == nil ? "" : " <span class=\"badge threw\">✗ threw</span>"
    text = [
      "<li id=\"moment-\(moment.number)\"" + (depth > 0 ? " class=\"depth-\(depth)\">" : ">"),
      "<button><i>\(TimeText(moment.time).text)</i> <b>",
      depth > 0 ? "<span aria-hidden=\"true\">↳ </span>" : "",
      heading.html + "</b>" + threw + " <small>\(PageText.escaped(place))</small></button>",
      heading.whole.map { "<pre class=\"whole\">\(PageText.escaped($0))</pre>" } ?? "",
      MomentItem.cause(of: moment),
      moment.failure.map {
        "<p class=\"threw\"><strong>✗ The update threw</strong> \(PageText.escaped($0))</p>"
      } ?? "",
      MomentItem.change(of: moment),
      moment.effects.isEmpty
        ? "" : "<ul class=\"effects\">\(moment.effects.map(MomentItem.item).joined())</ul>",
    ].joined()
  }

  private static func cause(of moment: ScopeRecording.Moment) -> String {
    switch moment.cause {
    // The most frequent cause is not mentioned.
    case .outside: ""
    case .update(let sender): "<p>sent by moment <a href=\"#moment-\(sender)\">\(sender)</a></p>"
    case .effect(let number): "<p>from effect \(number)</p>"
    }
  }

  private static func change(of moment: ScopeRecording.Moment) -> String {
    guard !moment.change.isEmpty else { return "" }
    // Line breaks in preformatted text are significant.
    let lines = moment.change.map { line in
      let name = line.hasPrefix("- ") ? "was" : line.hasPrefix("+ ") ? "is" : "same"
      return "<span class=\"\(name)\">\(PageText.escaped(line))</span>"
    }
    return "<pre>\(lines.joined(separator: "\n"))</pre>"
  }

  private static func item(_ news: ScopeRecording.EffectChange) -> String {
    let (mark, words) =
      switch news.result {
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
    let short = moment.event.map(EventHeading.shortened)
    whole = short == moment.event ? nil : moment.event
    if let short {
      html = "<code>\(PageText.escaped(short))</code>"
    } else if !moment.fields.isEmpty {
      html = "changed without an event"
    } else if moment.tree != nil {
      html = "the tree changed"
    } else {
      html = moment.effects.isEmpty ? "nothing" : "an effect ended"
    }
  }

  /// Returns the beginning of a long event, with its types named as briefly as possible.
  private static func shortened(_ event: String) -> String {
    var text = event
    // Many events name no type, and need no search.
    if event.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) {
      text.replace(#/\b[A-Z]\w*\.(?=[A-Z])/#, with: "")
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
}
