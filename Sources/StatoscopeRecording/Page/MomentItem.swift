import Statoscope

/// One moment as an item of an HTML list: its event, its cause, its changes, and the effects that started or
/// ended.
struct MomentItem {
  /// The number of segments beyond which a key path is shortened on the page.
  static let mostSegments = 32

  /// The item without its end tag, which HTML allows omitting.
  let html: HTML

  /// - Parameters:
  ///   - moment: the moment.
  ///   - depth: the number of preceding moments in the chain of causes, which determines the indentation.
  init(_ moment: ScopeRecording.Moment, depth: Int = 0) {
    let path = MomentItem.path(of: moment) ?? moment.path
    let indentation: HTML? = depth > 0 ? " class=\"depth-\(depth)\"" : nil
    let arrow: HTML? = depth > 0 ? "<span aria-hidden=\"true\">↳ </span>" : nil
    let threw: HTML? = moment.failure == nil ? nil : " \(HTML.failed("threw"))"
    let details = [
      MomentItem.cause(of: moment),
      moment.failure.map { "<p class=\"failure\"><strong>✗ The update threw</strong> \($0)</p>" },
      MomentItem.change(of: moment),
      HTML.list(moment.effects.map(MomentItem.effect), kind: "effects"),
    ]
    let event = moment.event.map(MomentItem.shortened)
    let whole: HTML? = event == moment.event ? nil : "<pre class=\"whole\">\(moment.event ?? "")</pre>"
    html = """
      <li id="moment-\(moment.number)"\(indentation)><button><i>\(TimeText(moment.time).text)</i> \
      <b>\(arrow)\(event.map { "<code>\($0)</code>" } ?? MomentItem.heading(without: moment))</b>\(threw) \
      <small>\(path == "\\.self" ? moment.type : "\(moment.type) at \(path)")</small></button>\
      \(whole)\(details.compactMap(\.self).joined)
      """
  }

  /// Returns the heading of a moment that has no event.
  private static func heading(without moment: ScopeRecording.Moment) -> HTML {
    if !moment.fields.isEmpty { return "changed without an event" }
    if !moment.children.isEmpty { return "the tree changed" }
    return moment.effects.isEmpty ? "nothing" : "an effect ended"
  }

  /// Returns the key path to a moment's scope, shortened to its first and last segments; nil for one that is short enough.
  static func path(of moment: ScopeRecording.Moment) -> String? {
    guard let segments = moment.segments, segments.count > mostSegments else { return nil }
    let first = ScopeTree.keyPath(Array(segments.prefix(mostSegments / 2)))
    let last = segments.suffix(mostSegments / 2).joined(separator: ".").withoutLastQuestionMark
    return "\(first) … \(last) (level \(segments.count))"
  }

  private static func cause(of moment: ScopeRecording.Moment) -> HTML? {
    switch moment.cause {
    // The most frequent cause is not mentioned.
    case .outside: nil
    case .update(let sender): "<p>sent by moment <a href=\"#moment-\(sender)\">\(sender)</a></p>"
    case .effect(let number): "<p>from effect \(number)</p>"
    }
  }

  private static func change(of moment: ScopeRecording.Moment) -> HTML? {
    if moment.change.isEmpty {
      return moment.event == nil ? nil : "<p class=\"quiet\">Its state did not change.</p>"
    }
    return "<pre>\(HTML.diff(moment.change))</pre>"
  }

  private static func effect(_ change: ScopeRecording.EffectChange) -> HTML {
    let (sign, text) =
      switch change.result {
      case nil: ("▶", "started")
      case .completed: ("■", "ended")
      case .failed(let error): ("✗", "failed: \(error)")
      case .cancelled: ("◻", "was cancelled")
      }
    return """
      <span aria-hidden="true">\(sign)</span> effect \(change.number) <code>\(change.effect)</code> \(text)
      """
  }

  private static let longest = 80

  /// Returns the beginning of a long event, with its types named as briefly as possible.
  private static func shortened(_ event: String) -> String {
    var text = event
    // Many events name no type, and need no search.
    if event.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) {
      text.replace(#/"(?:[^"\\]|\\.)*"|[^"]+/#) { part in
        part.output.hasPrefix("\"") ? String(part.output) : withShortTypes(part.output)
      }
    }
    guard text.utf8.count > longest, text.count > longest else { return text }
    return text.prefix(longest) + "…"
  }

  /// Returns a part of an event without string literals, its types without those around them and without parameters.
  private static func withShortTypes(_ part: Substring) -> String {
    var text = part.replacing(#/\b[A-Z]\w*\.(?=[A-Z])/#, with: "")
    var length = 0
    // From the innermost type outward.
    while length != text.count {
      length = text.count
      text.replace(#/(?<type>\b[A-Z]\w*)<[\w ,.:?\[\]]*>/#) { "\($0.output.type)" }
    }
    return String(text)
  }
}

/// A duration as text for people.
struct TimeText {
  let text: String

  init(_ time: Duration) {
    // A decoded time may be longer than its components can say.
    let limits = Duration.seconds(Int64.min)...Duration.seconds(Int64.max) + .nanoseconds(999_999_999)
    let (seconds, attoseconds) = min(max(time, limits.lowerBound), limits.upperBound).components
    let rest: Int64 = attoseconds / 1_000_000_000_000_000
    let digits = String(rest.magnitude + 1_000).dropFirst()
    switch seconds {
    case 0: text = "\(rest) ms"
    case ..<60: text = "\(seconds).\(digits) s"
    default: text = "\(seconds / 60) min \(seconds % 60).\(digits) s"
    }
  }
}
