import Statoscope

/// Text escaped for Mermaid, which interprets some characters.
struct MermaidText {
  static func escaped(_ text: String) -> String {
    PrintableText.escaped(text.onOneLine).map { character in
      switch character {
      case "\"", "#", ";", ":", "<", ">", "{", "}", "&", "%": "#\(character.asciiValue ?? 0);"
      default: String(character)
      }
    }.joined()
  }
}
