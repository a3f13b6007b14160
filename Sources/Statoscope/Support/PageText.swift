import Foundation

/// Text as the pages that the library writes need it.
package enum PageText {
  /// A text as it stands between the tags of a page or in an attribute.
  ///
  /// Line breaks and tabs stay; other control characters are escaped as ``PrintableText`` does it.
  ///
  /// Complexity: O(length).
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: needsCare) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        if let escape = PrintableText.escape(of: scalar) {
          escaped += escape
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }

  /// Whether a byte may be part of a character to escape.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: byte < 0x20 || byte >= 0x7F
    }
  }
}
