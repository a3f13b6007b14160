import NewsReader

/// A terminal of a few lines of code: it understands the codes of `FrameEncoder` and nothing else.
struct PaperTerminal {
  private(set) var cells: [[String]]
  private(set) var misunderstood: [String] = []
  private var row = 0
  private var column = 0

  init(_ size: TerminalSize) {
    cells = Array(repeating: Array(repeating: "?", count: size.columns), count: size.rows)
  }

  var lines: [String] { cells.map { $0.joined() } }

  mutating func show(_ codes: String) {
    var rest = Substring(codes)
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        let body = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(body.count)
        obey(String(body), rest.popFirst())
      } else {
        put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = TerminalText(String(character)).width
    guard row < cells.count, column + width <= cells[row].count else {
      misunderstood.append("'\(character)' beyond the edge")
      return
    }
    for offset in 0..<width { cells[row][column + offset] = offset == 0 ? String(character) : "" }
    column += width
  }

  private mutating func obey(_ body: String, _ final: Character?) {
    switch final {
    case "H":
      row = (Int(body.dropFirst().prefix { $0 != ";" }) ?? 1) - 1
      column = 0
    case "K":
      for cell in column..<cells[row].count { cells[row][cell] = " " }
    case "m": break
    default: misunderstood.append("ESC \(body)\(final.map(String.init) ?? "")")
    }
  }
}
