import Foundation

/// Text escaped for the pages that the library writes.
package enum PageText {
  /// Escapes a text for the content or an attribute of an element.
  ///
  /// Line breaks and tabs stay; other control characters are escaped as in ``PrintableText``.
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

  /// Checks whether a byte may be part of a character that needs escaping.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: byte < 0x20 || byte >= 0x7F
    }
  }
}
