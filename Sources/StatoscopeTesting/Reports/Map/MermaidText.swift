import Statoscope

/// Text as Mermaid takes it: it reads some characters as its own.
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
