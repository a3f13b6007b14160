/// Text as Mermaid takes it: it reads some characters as its own.
struct MermaidText {
  static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\"", "#", ";", ":", "<", ">", "{", "}", "&", "%": "#\(character.asciiValue ?? 0);"
      case _ where character.isNewline: " "
      default: String(character)
      }
    }.joined()
  }
}
