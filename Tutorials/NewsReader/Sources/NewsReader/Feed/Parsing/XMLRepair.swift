/// Rewrites a feed so that a strict XML parser accepts it, without a possibility of attack.
///
/// - Everything before the outermost element is removed, including the document type: no declaration reaches
///   the parser, so there are no entities to expand and no addresses to load.
/// - Named HTML characters become characters; literal ampersands and `<` are escaped.
/// - Comments and processing instructions are removed; controls that XML forbids become spaces.
/// - A tag longer than ``tagLimit`` is reduced to its name. libxml2 compares each attribute with all others,
///   so a tag with a million attributes would take hours.
struct XMLRepair {
  static let tagLimit = 4 * 1024

  /// The repaired bytes, or the reason why the text contains no feed.
  static func repair(_ text: String) -> Result<[UInt8], Refusal> {
    var repair = XMLRepair(bytes: withoutForbiddenCharacters(text))
    if let refusal = repair.scanner.advanceToFeedElement() { return .failure(refusal) }
    repair.copyElements()
    return .success(repair.output)
  }

  struct Refusal: Error {
    let reason: String
  }

  private var scanner: ByteScanner
  private var output: [UInt8] = []

  private init(bytes: [UInt8]) {
    scanner = ByteScanner(bytes)
    output.reserveCapacity(bytes.count)
  }

  /// Controls and the noncharacters U+FFFE and U+FFFF (in UTF-8 EF BF BE and EF BF BF) become spaces.
  private static func withoutForbiddenCharacters(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for index in bytes.indices {
      if bytes[index].isForbiddenInXML {
        bytes[index] = UInt8(ascii: " ")
      } else if bytes[index] >= 0xBE, index >= 2, bytes[index - 1] == 0xBF, bytes[index - 2] == 0xEF {
        bytes.replaceSubrange(index - 2...index, with: "   ".utf8)
      }
    }
    return bytes
  }

  private mutating func copyElements() {
    while let byte = scanner.peek() {
      guard byte == UInt8(ascii: "<") else {
        copyCharacter(byte)
        continue
      }
      if scanner.isAt("<!--") {
        scanner.advance(past: "-->")
      } else if scanner.isAt("<?") {
        scanner.advance(past: "?>")
      } else if scanner.isAt("<![CDATA[") {
        copyUnparsed()
      } else if scanner.isAtOpeningTag() || scanner.isAtClosingTag() {
        copyTag()
      } else {
        output += "&lt;".utf8
        scanner.advance()
      }
    }
  }

  private mutating func copyUnparsed() {
    // Remains open when the feed is truncated, so that an incomplete article is not mistaken for a complete
    // one.
    let start = scanner.position
    scanner.advance(past: "]]>")
    output += scanner.bytes[start..<scanner.position]
  }

  private mutating func copyTag() {
    let start = output.count
    output.append(UInt8(ascii: "<"))
    scanner.advance()
    if scanner.peek() == UInt8(ascii: "/") {
      output.append(UInt8(ascii: "/"))
      scanner.advance()
    }
    output += scanner.takeName().utf8
    let nameEnd = output.count
    var quote: UInt8?
    while let byte = scanner.peek(), quote != nil || byte != UInt8(ascii: ">") {
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      copyCharacter(byte)
    }
    guard !scanner.isAtEnd else {
      // The feed ends inside a tag.
      output.removeSubrange(start...)
      return
    }
    if output.count - start > Self.tagLimit {
      let endsItself = output.last == UInt8(ascii: "/")
      output.removeSubrange(nameEnd...)
      if endsItself { output.append(UInt8(ascii: "/")) }
    }
    output.append(UInt8(ascii: ">"))
    scanner.advance()
  }

  private mutating func copyCharacter(_ byte: UInt8) {
    if byte == UInt8(ascii: "&") {
      copyReference()
    } else {
      if byte == UInt8(ascii: "<") { output += "&lt;".utf8 } else { output.append(byte) }
      scanner.advance()
    }
  }

  private mutating func copyReference() {
    guard let body = scanner.takeReference() else {
      output += "&amp;".utf8
      scanner.advance()
      return
    }
    guard let scalar = CharacterReference.scalar(for: body) else {
      output += "&amp;\(body);".utf8
      return
    }
    switch scalar.value {
    case 0..<0x20, 0xFFFE, 0xFFFF: output.append(UInt8(ascii: " "))
    case _ where "&<>\"'".unicodeScalars.contains(scalar): output += "&#\(scalar.value);".utf8
    default: output += String(scalar).utf8
    }
  }
}

extension UInt8 {
  fileprivate var isForbiddenInXML: Bool {
    self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D
  }
}
