import Foundation

/// Text from states and errors without the characters that a terminal, an editor or a compiler interprets.
///
/// Control characters, line separators and characters that change the direction of text are written as in a
/// Swift string literal: `\n`, `\u{1b}`. All other characters stay, so an escaped text can be escaped again.
package enum PrintableText {
  /// The treatment of line feeds.
  package enum LineBreaks {
    /// Line feeds are escaped, too: the text is a single line.
    case escaped
    /// Line feeds stay, for a text whose lines the library has composed.
    case kept
  }

  /// Escapes the control characters of a text.
  ///
  /// Complexity: O(length).
  package static func escaped(_ text: String, lineBreaks: LineBreaks = .escaped) -> String {
    guard text.utf8.contains(where: mayBegin) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if lineBreaks == .kept && scalar == "\n" {
        escaped.unicodeScalars.append(scalar)
      } else if let escape = escape(of: scalar) {
        escaped += escape
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the escape sequence of a character; nil for a character that stays.
  package static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\0": return "\\0"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: break
    default: guard scalar.properties.isBidiControl else { return nil }
    }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// Escapes a text so that no other one reads the same: also backslashes that read as an escape, and the spaces and
  /// composed characters that look like others.
  ///
  /// Complexity: O(length).
  package static func exact(_ text: String, lineBreaks: LineBreaks = .escaped) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else {
      return escaped(text, lineBreaks: lineBreaks)
    }
    let scalars = Array(text.unicodeScalars)
    let isComposed = text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars)
    var exact = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\\" {
        let next = scalars.dropFirst(index + 1).first
        exact += next.map(readsAsEscape) == true ? "\\\\" : "\\"
      } else if looksLikeASpace(scalar) || !isComposed && !scalar.isASCII {
        exact += "\\u{\(String(scalar.value, radix: 16))}"
      } else if lineBreaks == .kept && scalar == "\n" {
        exact.unicodeScalars.append(scalar)
      } else {
        exact += escape(of: scalar) ?? String(scalar)
      }
    }
    return exact
  }

  /// Checks whether a character behind a backslash reads as a part of an escape sequence, or becomes one.
  private static func readsAsEscape(_ scalar: Unicode.Scalar) -> Bool {
    "\\nrt0u".unicodeScalars.contains(scalar) || escape(of: scalar) != nil || looksLikeASpace(scalar)
  }

  private static func looksLikeASpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar != " " && scalar.properties.generalCategory == .spaceSeparator
  }

  /// Formats a text as comments of Swift source, one for each of its lines.
  package static func comments(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { "// " + escaped(String($0)) }
  }

  /// Formats a text for a comment between `/*` and `*/`, which it can neither end nor nest.
  package static func insideComment(_ text: String) -> String {
    var inside = ""
    // By scalars, as the compiler reads it: a mark with a combining character behind it is a mark nevertheless.
    for scalar in escaped(text).unicodeScalars {
      switch (inside.unicodeScalars.last, scalar) {
      case ("*", "/"), ("/", "*"): inside += " "
      default: break
      }
      inside.unicodeScalars.append(scalar)
    }
    return inside
  }

  /// Checks whether a byte may begin a character that needs escaping: most texts have none, and stay as they
  /// are.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    // C0 and DEL, then the first bytes of C1, of U+061C, and of U+200E and its like.
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }
}
