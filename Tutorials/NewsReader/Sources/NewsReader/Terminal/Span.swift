/// A run of text in one style.
public struct Span: Sendable, Hashable {
  /// What to show, safe to show.
  public let text: TerminalText
  /// How to show it.
  public let style: Style

  /// Takes text that has passed the guard already.
  public init(_ text: TerminalText, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Takes raw text, and lets it through the guard.
  public init(_ text: String, _ style: Style = .plain) {
    self.init(TerminalText(text), style)
  }
}
