/// Text that is safe to show: whatever a feed put into it, it cannot steer the terminal.
///
/// Every way to make one passes the guard, and a frame holds nothing else; so a headline can neither move the
/// cursor, nor set the window's title, nor turn the rest of a line around.
public struct TerminalText: Sendable, Hashable, CustomStringConvertible {
  /// The characters as they will be shown, all on one line.
  public let string: String

  /// Lets text through the guard: line breaks and tabs become spaces, other controls U+FFFD.
  ///
  /// Soft hyphens are left out, because terminals disagree about their width.
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

  /// Whether there is nothing to show.
  public var isEmpty: Bool { string.isEmpty }

  /// The guarded text, so that it may be printed as it is.
  public var description: String { string }
}

extension TerminalText: ExpressibleByStringInterpolation {
  /// Guards literals too, since an interpolation may carry text from anywhere.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Unicode.Scalar {
  /// What may be shown in this scalar's stead; nil to show nothing.
  fileprivate var guarded: Unicode.Scalar? {
    switch value {
    case 0x20..<0x7F: self
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0xAD: nil
    // They change the order of everything after them, beyond the text they came in.
    case 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: properties.generalCategory == .control ? "\u{FFFD}" : self
    }
  }
}
