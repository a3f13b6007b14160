/// One row of the screen, as a value that can be compared and cut.
public struct Line: Sendable, Hashable {
  /// From left to right, without gaps between them.
  public var spans: [Span]

  /// A line of several styles, or an empty one.
  public init(_ spans: [Span] = []) {
    self.spans = spans
  }

  /// Creates a line in a single style from guarded text.
  public init(_ text: TerminalText, _ style: Style = .plain) {
    self.init([Span(text, style)])
  }

  /// Creates a line in a single style from raw text, which is guarded.
  public init(_ text: String, _ style: Style = .plain) {
    self.init([Span(text, style)])
  }

  /// The visible text, without styles.
  public var text: String { spans.map(\.text.string).joined() }

  /// The columns the line takes on the screen.
  public var width: Int { spans.reduce(0) { $0 + $1.text.width } }

  /// The line if it fits, else its beginning and an ellipsis in the style of what it cut.
  public func truncated(to columns: Int) -> Line {
    guard width > columns else { return self }
    var kept: [Span] = []
    var left = columns
    for span in spans {
      let width = span.text.width
      guard width < left else {
        kept.append(Span(span.text.ellipsized(to: left), span.style))
        break
      }
      kept.append(span)
      left -= width
    }
    return Line(kept)
  }

  /// Fills up with spaces in `style`, so that a selection spans the window.
  public func padded(to columns: Int, _ style: Style = .plain) -> Line {
    let missing = columns - width
    guard missing > 0 else { return self }
    return Line(spans + [Span(TerminalText(guarded: String(repeating: " ", count: missing)), style)])
  }
}

extension Line: ExpressibleByStringInterpolation {
  /// Creates a plain line; interpolated text is guarded, too.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
