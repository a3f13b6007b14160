import Statoscope

/// Text escaped for Mermaid, which interprets some characters.
package struct MermaidText {
  package static func escaped(_ text: String) -> String {
    // By scalars: a quotation mark with a combining character behind it ends a label nevertheless.
    PrintableText.escaped(text.onOneLine).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "#", ";", ":", "<", ">", "{", "}", "&", "%": "#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
