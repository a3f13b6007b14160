extension TerminalText {
  /// Returns the text if it fits, else its beginning and an ellipsis; never wider than `columns`.
  public func truncated(to columns: Int) -> TerminalText {
    width > columns ? ellipsized(to: columns) : self
  }

  /// Pads the text with spaces; a longer text stays unchanged.
  public func padded(to columns: Int) -> TerminalText {
    TerminalText(guarded: string + String(repeating: " ", count: max(0, columns - width)))
  }

  /// Breaks the text between words, and a word only if it is longer than a line; no line is wider than
  /// `columns`.
  ///
  /// Runs of spaces count as one. Empty text is one empty line; without any column there are no lines.
  public func wrapped(to columns: Int) -> [TerminalText] {
    guard columns > 0 else { return [] }
    var wrap = WordWrap(columns: columns)
    for word in string.split(separator: " ") { wrap.add(word) }
    return wrap.lines.map(TerminalText.init(guarded:))
  }

  /// Wraps each paragraph of a raw text separately, and preserves the empty lines between them.
  public static func wrapped(_ text: String, to columns: Int) -> [TerminalText] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { TerminalText($0).wrapped(to: columns) }
  }

  /// Adds an ellipsis even if the text would just fit, to indicate that more follows.
  func ellipsized(to columns: Int) -> TerminalText {
    guard columns > 0 else { return TerminalText(guarded: "") }
    var kept = ""
    var left = columns - 1
    for character in string {
      left -= character.columns
      if left < 0 { break }
      kept.append(character)
    }
    return TerminalText(guarded: kept + "…")
  }
}
