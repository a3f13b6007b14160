/// Extracts the text of a piece of HTML.
///
/// Tags are dropped, references decoded, white space folded; paragraphs and line breaks become newlines. The
/// result may contain control characters such as `&#27;`, so it must pass through ``SafeText``.
struct HTMLText {
  static func plain(_ html: String) -> String {
    var text = HTMLText(html)
    return text.read()
  }

  private var scanner: ByteScanner
  private var output: [UInt8] = []
  private let hasTags: Bool

  private init(_ html: String) {
    scanner = ByteScanner(Array(html.utf8))
    hasTags = scanner.bytes.contains(UInt8(ascii: "<"))
  }

  private mutating func read() -> String {
    while let byte = scanner.peek() {
      if scanner.isAt("<!--") {
        scanner.advance(past: "-->")
      } else if scanner.isAt("<!") || scanner.isAt("<?") {
        scanner.advance(past: ">")
      } else if scanner.isAtOpeningTag() || scanner.isAtClosingTag() {
        readTag()
      } else if let body = scanner.takeReference() {
        append(body)
      } else {
        // Newlines in HTML are spaces; without tags for paragraphs, they are the only separators.
        output.append(hasTags && byte.isLineEnd ? UInt8(ascii: " ") : byte)
        scanner.advance()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func readTag() {
    let closes = scanner.isAtClosingTag()
    scanner.advance(by: closes ? 2 : 1)
    let name = scanner.takeName().lowercased()
    scanner.advance(past: ">")
    if Self.paragraphs.contains(name) { output += "\n\n".utf8 }
    guard !closes else { return }
    if Self.lines.contains(name) { output += "\n".utf8 }
    if name == "li" { output += "• ".utf8 }
    if Self.silent.contains(name) { skip(to: name) }
  }

  /// Skips to the end of the element, or to the end of the text without one.
  private mutating func skip(to name: String) {
    repeat { scanner.advance(past: "</") } while !scanner.isAtEnd && scanner.takeName().lowercased() != name
    scanner.advance(past: ">")
  }

  private mutating func append(_ body: String) {
    if let scalar = CharacterReference.scalar(for: body) {
      output += String(scalar).utf8
    } else {
      output += "&\(body);".utf8
    }
  }

  private static let paragraphs: Set = [
    "p", "div", "section", "article", "blockquote", "pre", "table", "ul", "ol", "dl", "figure", "hr",
    "h1", "h2", "h3", "h4", "h5", "h6",
  ]
  private static let lines: Set = ["br", "li", "tr", "dt", "dd", "figcaption"]
  /// Elements whose content is not for reading.
  private static let silent: Set = ["script", "style"]
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}
