/// Makes untrusted text harmless to a terminal and to the layout of a page.
///
/// A feed that could print an escape sequence could clear the screen, change the title of the window or forge
/// messages; one that could reverse the writing direction could disguise an address. All such characters are
/// dropped: controls (C0, DEL, C1), direction overrides and isolates, invisible format characters, tag
/// characters and noncharacters. The joiners U+200C and U+200D stay, because several scripts and most family
/// emoji require them.
public enum SafeText {
  /// Everything on one line: each run of white space, newlines included, becomes a single space.
  public static func line(_ text: String) -> String {
    cleaned(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The same line by line; newlines stay, and several empty lines become one.
  public static func paragraphs(_ text: String) -> String {
    var lines: [String] = []
    for piece in cleaned(text).split(separator: "\n", omittingEmptySubsequences: false) {
      let line = piece.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The maximum number of accents on one letter; more would overlap the neighbouring rows.
  private static let markLimit = 8

  private static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch fate(of: scalar) {
      case .newline:
        if !(previous == "\r" && scalar == "\n") { result.append("\n") }
        marks = 0
      case .space:
        result.append(" ")
        marks = 0
      case .kept:
        marks = isMark(scalar) ? marks + 1 : 0
        if marks <= markLimit { result.append(scalar) }
      case .dropped: break
      }
    }
    return String(result)
  }

  private enum Fate {
    case kept, dropped, space, newline
  }

  private static func fate(of scalar: Unicode.Scalar) -> Fate {
    switch scalar.value {
    case 0x20...0x7E: .kept
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: .newline
    case 0x09, 0x0B, 0x0C, 0xA0: .space
    case 0x00...0x1F, 0x7F...0x9F: .dropped
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F: .dropped
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: .dropped
    case 0xFDD0...0xFDEF: .dropped
    case let value where value & 0xFFFE == 0xFFFE: .dropped
    default: .kept
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
