/// Text that is safe to show: whatever a feed put into it, it cannot control the terminal.
///
/// Every initializer guards its text, and a frame contains nothing else; a headline can therefore neither
/// move the cursor, nor set the title of the window, nor reverse the rest of a line.
public struct TerminalText: Sendable, Hashable, CustomStringConvertible {
  /// The characters as they will be shown, all on one line.
  public let string: String

  /// Guards a text: line breaks and tabs become spaces, other controls U+FFFD.
  ///
  /// Soft hyphens are dropped, because terminals disagree about their width.
  public init(_ text: some StringProtocol) {
    var safe = String.UnicodeScalarView()
    safe.append(contentsOf: text.unicodeScalars.lazy.compactMap(\.guarded))
    string = String(safe)
  }

  init(guarded string: String) {
    self.string = string
  }

  /// The columns the text takes on the screen, which is not the number of its characters.
  public var width: Int { string.columns }

  /// Indicates whether there is nothing to show.
  public var isEmpty: Bool { string.isEmpty }

  /// The guarded text, which may be printed directly.
  public var description: String { string }
}

extension TerminalText: ExpressibleByStringInterpolation {
  /// Guards literals, too, because an interpolation may contain external text.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Unicode.Scalar {
  /// The replacement of a scalar; nil to show nothing.
  fileprivate var guarded: Unicode.Scalar? {
    switch value {
    case 0x20..<0x7F: self
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0xAD: nil
    // They change the direction of everything after them, beyond their own text.
    case 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: properties.generalCategory == .control ? "\u{FFFD}" : self
    }
  }
}
