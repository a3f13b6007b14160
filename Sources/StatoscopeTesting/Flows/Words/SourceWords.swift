/// A piece of Swift source as words, for readers who do not program: `.userMoved(by: 1)` reads "user moved by 1".
struct SourceWords {
  let text: String

  init(_ source: some StringProtocol) {
    var words: [String] = []
    var characters = Array(source)[...]
    while let character = characters.first {
      if character == "\"" {
        words.append(SourceWords.takeString(from: &characters))
      } else if character.isNumber || (character == "-" && characters.dropFirst().first?.isNumber == true) {
        words.append(
          String(characters.prefix(1))
            + SourceWords.take(from: &characters, dropping: 1) {
              $0.isNumber || "._xabcdefABCDEF".contains($0)
            }.filter { $0 != "_" }
        )
      } else if character.isLetter || character == "_" {
        let name = SourceWords.take(from: &characters) { $0.isLetter || $0.isNumber || $0 == "_" }
        if name != "self", name != "init" { words.append(IdentifierWords(name).text) }
      } else if character == "`" {
        characters.removeFirst()
        words.append(SourceWords.take(from: &characters) { $0 != "`" })
        characters = characters.dropFirst()
      } else {
        if character == ",", let last = words.indices.last { words[last] += "," }
        characters.removeFirst()
      }
    }
    text = words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func take(
    from characters: inout ArraySlice<Character>,
    dropping count: Int = 0,
    while isPart: (Character) -> Bool
  ) -> String {
    let rest = characters.dropFirst(count)
    let taken = rest.prefix(while: isPart)
    characters = rest.dropFirst(taken.count)
    return String(taken)
  }

  /// Takes a string literal, with typographic quotes in place of its own.
  private static func takeString(from characters: inout ArraySlice<Character>) -> String {
    characters.removeFirst()
    var text = ""
    while let character = characters.popFirst(), character != "\"" {
      if character == "\\", let next = characters.popFirst() {
        text.append(next == "n" || next == "t" ? " " : next)
      } else {
        text.append(character)
      }
    }
    return "“\(text)”"
  }
}
