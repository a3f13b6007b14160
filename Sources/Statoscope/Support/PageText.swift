import Foundation

/// Text as the pages that the library writes need it.
package enum PageText {
  /// A text as it stands between the tags of a page or in an attribute.
  ///
  /// Control characters, which a page must not hold, read as `�`; those that turn the direction of a text are named,
  /// so that nobody takes it for another.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.properties.isBidiControl: escaped += "[U+\(String(scalar.value, radix: 16))]"
      case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
