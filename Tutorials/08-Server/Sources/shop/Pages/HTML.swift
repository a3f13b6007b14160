/// Texts as they may stand in a page.
enum HTML {
  /// A text without anything that could end the element or the attribute it stands in.
  static func escaped(_ text: String) -> String {
    var safe = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      default: safe.unicodeScalars.append(character)
      }
    }
    return safe
  }

  /// Cents as an amount of money.
  static func money(_ cents: Int) -> String {
    let rest = cents % 100
    return "€ \(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
