import Statoscope

/// An identifier split into words: `userTappedIncrementButton` becomes "user tapped increment button".
///
/// Acronyms are preserved (`loadURLAgain`: "load URL again"), numbers are words of their own, and a text that
/// is no identifier, such as a name in backticks with spaces in it, is not changed.
struct IdentifierText {
  let text: String

  /// The text as a title.
  var title: String { text.prefix(1).uppercased() + text.dropFirst() }

  init(_ identifier: some StringProtocol) {
    let name = String(identifier.filter { $0 != "`" })
    let isIdentifier = !name.contains(where: \.isWhitespace)
    text = isIdentifier ? IdentifierText.words(of: name[...]).joined(separator: " ") : name
  }

  /// - Parameter typeName: the name of a type, whose last component is split.
  init(typeName: String) {
    self.init(typeName.split(separator: ".").last ?? "")
  }

  /// Creates the label of a path in a tree: `\.stalls[0].isOpen` becomes "stalls 0 is open".
  ///
  init(path: some Sequence<StateSegment>) {
    text = path.map { segment in
      guard let key = segment.element else { return IdentifierText(segment.property ?? "").text }
      let isString = key.hasPrefix("\"") && key.hasSuffix("\"") && key.count > 1
      return isString
        ? "“\(key.dropFirst().dropLast())”" : key.hasPrefix(".") ? IdentifierText(key).text : key
    }.joined(separator: " ")
  }

  /// The kinds of characters, which determine word boundaries.
  private enum Kind {
    case upper, lower, digit

    init?(_ character: Character) {
      guard let ascii = character.asciiValue else {
        guard character.isLetter || character.isNumber else { return nil }
        self = character.isNumber ? .digit : character.isUppercase ? .upper : .lower
        return
      }
      switch ascii {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: return nil
      }
    }
  }

  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var rest = name
    while let first = rest.first {
      let run = rest.prefix { Kind($0) == Kind(first) }
      rest = rest[run.endIndex...]
      let following = rest.prefix { Kind($0) == .lower }
      switch Kind(first) {
      case nil: break
      case .lower: words.append(String(run))
      case .digit:
        // "3D" is one word, "3Times" are two.
        let next = rest.prefix(2).map(Kind.init)
        let isWhole = next.first == .upper && next.last != .lower
        words.append(String(run + rest.prefix(isWhole ? 1 : 0)))
        rest = rest.dropFirst(isWhole ? 1 : 0)
      case .upper where following.isEmpty:
        words.append(run.count == 1 && !words.isEmpty ? run.lowercased() : String(run))
      case .upper where following == "s" && run.count > 1:
        // The plural of an acronym.
        words.append(String(run + following))
        rest = rest[following.endIndex...]
      case .upper:
        // The last capital begins the next word.
        let acronym = run.dropLast()
        if !acronym.isEmpty { words.append(acronym.count == 1 ? acronym.lowercased() : String(acronym)) }
        words.append((run.suffix(1) + following).lowercased())
        rest = rest[following.endIndex...]
      }
    }
    return words
  }
}
