/// An identifier split into words: `userTappedIncrementButton` becomes "user tapped increment button".
///
/// Acronyms are preserved (`loadURLAgain`: "load URL again"), numbers are words of their own, and a text that
/// is no identifier, such as a name in backticks with spaces in it, is not changed.
struct IdentifierWords {
  let text: String

  init(_ identifier: some StringProtocol) {
    let name = String(identifier.filter { $0 != "`" })
    guard !name.contains(where: \.isWhitespace) else {
      text = name
      return
    }
    text = IdentifierWords.words(of: Array(name)).joined(separator: " ")
  }

  /// The kinds of characters, which determine word boundaries.
  private enum Kind {
    case upper, lower, digit

    init?(_ character: Character) {
      if character.isNumber {
        self = .digit
      } else if character.isUppercase {
        self = .upper
      } else if character.isLetter {
        self = .lower
      } else {
        return nil
      }
    }
  }

  private static func words(of characters: [Character]) -> [String] {
    var words: [String] = []
    var index = 0
    while index < characters.count {
      guard let kind = Kind(characters[index]) else {
        index += 1
        continue
      }
      var end = index + run(of: kind, in: characters[index...])
      switch kind {
      case .digit:
        // "3D" is one word, "3Times" are two.
        if end < characters.count, Kind(characters[end]) == .upper, isEndOfWord(end + 1, characters) {
          end += 1
        }
        words.append(String(characters[index..<end]))
      case .lower:
        words.append(String(characters[index..<end]))
      case .upper:
        let capitals = end - index
        let following = run(of: .lower, in: characters[end...])
        if capitals > 1, following == 1, characters[end] == "s", isEndOfWord(end + 1, characters) {
          // The plural of an acronym.
          end += 1
          words.append(String(characters[index..<end]))
        } else if following == 0 {
          let isLetterAlone = capitals == 1 && !words.isEmpty
          words.append(
            isLetterAlone ? String(characters[index]).lowercased() : String(characters[index..<end])
          )
        } else {
          // The last capital begins the next word.
          let acronym = String(characters[index..<(end - 1)])
          if capitals > 1 { words.append(capitals == 2 ? acronym.lowercased() : acronym) }
          words.append(String(characters[(end - 1)..<(end + following)]).lowercased())
          end += following
        }
      }
      index = end
    }
    return words
  }

  private static func run(of kind: Kind, in characters: ArraySlice<Character>) -> Int {
    characters.prefix { Kind($0) == kind }.count
  }

  private static func isEndOfWord(_ index: Int, _ characters: [Character]) -> Bool {
    guard index < characters.count else { return true }
    return Kind(characters[index]) != .lower
  }
}
