/// The only control sequences that the program sends.
enum ControlCode {
  /// Alternate screen, no cursor, no wrapping at the right edge, pastes in brackets, and a clean page.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
  /// Reverts `enter` in reverse order; the user's own screen is restored.
  static let leave = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  static let eraseToEndOfLine = "\u{1B}[K"
  static let plain = "\u{1B}[0m"

  /// Rows count from 0 here and from 1 in the terminal.
  static func move(toRow row: Int) -> String { "\u{1B}[\(row + 1);1H" }

  static func style(_ parameters: [Int]) -> String {
    "\u{1B}[" + parameters.map(String.init).joined(separator: ";") + "m"
  }
}
