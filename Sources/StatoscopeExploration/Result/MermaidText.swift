import Statoscope

/// Text escaped for Mermaid, which interprets some characters.
enum MermaidText {
  static func escaped(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    // By scalars: a quotation mark with a combining character behind it ends a label nevertheless.
    return PrintableText.escaped(line).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "#", ";", ":", "<", ">", "{", "}", "&", "%": "#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
