/// A run of text in one style.
public struct Span: Sendable, Hashable {
  /// The text, safe to show.
  public let text: TerminalText
  /// The style of the text.
  public let style: Style

  /// Creates a span from guarded text.
  public init(_ text: TerminalText, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Creates a span from raw text, which is guarded.
  public init(_ text: String, _ style: Style = .plain) {
    self.init(TerminalText(text), style)
  }
}
