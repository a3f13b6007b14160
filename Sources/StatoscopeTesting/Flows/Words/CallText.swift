/// A step's call taken apart: `THEN(\.count, equals: 1)` is a verb with two arguments.
struct CallText {
  struct Argument {
    let label: String?
    let text: String

    /// The argument as words, when it is a key path or the type of an effect too.
    var words: String { SourceWords(text).text }

    var isKeyPath: Bool { text.hasPrefix("\\") }
  }

  let verb: String
  let arguments: [Argument]
  let hasClosure: Bool

  init(_ text: String) {
    verb = String(text.prefix { $0.isLetter || $0 == "_" })
    let rest = text.dropFirst(verb.count)
    var parts: [String] = []
    var part = ""
    var depth = 0
    var isInString = false
    var previous: Character = " "
    var end = rest.startIndex
    for index in rest.indices {
      let character = rest[index]
      if character == "\"", previous != "\\" { isInString.toggle() }
      let isOuter = depth == 1 && !isInString
      if !isInString, "([{".contains(character) { depth += 1 }
      if !isInString, ")]}".contains(character) { depth -= 1 }
      end = rest.index(after: index)
      if depth == 0 { break }
      if isOuter, character == "," {
        parts.append(part)
        part = ""
      } else if depth > 1 || isOuter || isInString {
        part.append(character)
      }
      previous = character
    }
    parts.append(part)
    arguments = parts.map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
      .map { CallText.argument(String($0)) }
    hasClosure = rest[end...].contains("{") || rest.hasPrefix(" {")
  }

  private static func argument(_ text: String) -> Argument {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, rest.hasPrefix(": ") else { return Argument(label: nil, text: text) }
    return Argument(label: String(name), text: String(rest.dropFirst(2)))
  }

  /// The argument with a label.
  func argument(_ label: String) -> Argument? { arguments.first { $0.label == label } }
}
