/// Fills lines with words, from left to right.
struct WordWrap {
  let columns: Int
  private var finished: [String] = []
  private var line = ""
  private var used = 0

  init(columns: Int) {
    self.columns = columns
  }

  var lines: [String] { finished + [line] }

  mutating func add(_ word: Substring) {
    let width = word.columns
    let gap = line.isEmpty ? 0 : 1
    if used + gap + width <= columns {
      append(gap == 0 ? "" : " ", gap)
      append(word, width)
    } else if width <= columns {
      breakLine()
      append(word, width)
    } else {
      // Text without spaces, such as Chinese or an address, is best continued on the same line.
      if gap > 0, used + gap < columns { append(" ", gap) }
      for character in word { append(character) }
    }
  }

  private mutating func append(_ character: Character) {
    let width = character.columns
    guard width <= columns else { return append("\u{FFFD}" as Character) }
    if used + width > columns { breakLine() }
    append(String(character), width)
  }

  private mutating func append(_ text: some StringProtocol, _ width: Int) {
    line += text
    used += width
  }

  private mutating func breakLine() {
    if line.hasSuffix(" ") { line.removeLast() }
    finished.append(line)
    line = ""
    used = 0
  }
}
