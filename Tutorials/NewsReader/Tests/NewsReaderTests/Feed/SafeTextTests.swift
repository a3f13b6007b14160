import NewsReader
import Testing

@Suite("Text that is safe for a terminal")
struct SafeTextTests {
  @Test
  func `no character can control the terminal`() {
    let everything = (0...0x10FFFF).compactMap(Unicode.Scalar.init).map(String.init).joined(separator: "x")
    let line = SafeText.line(everything)
    #expect(line.isHarmless)
    #expect(!line.contains("\n"))
    #expect(SafeText.paragraphs(everything).isHarmless)
  }

  @Test
  func `an escape sequence is reduced to its letters`() {
    #expect(SafeText.line("\u{1B}[31mred\u{1B}]0;title\u{07}\u{9B}2J") == "[31mred]0;title2J")
  }

  @Test
  func `spaces are folded, and newlines separate only paragraphs`() {
    let text = " a \t b\u{A0}\r\n\r\n\u{2028}\u{85}c\u{2003}d \n"
    #expect(SafeText.line(text) == "a b c d")
    #expect(SafeText.paragraphs(text) == "a b\n\nc d")
    #expect(SafeText.paragraphs("\n\na\nb\n\n").description == "a\nb")
  }

  @Test(arguments: ["👩‍👩‍👧", "می‌خواهم", "Việt", "한국어", "e\u{301}"]
  )
  func `text with joiners and accents does not change`(_ text: String) {
    #expect(SafeText.line(text) == text)
  }

  @Test
  func `a letter has at most eight accents`() {
    let text = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(SafeText.line(text).unicodeScalars.count == 10)
  }
}

extension String {
  /// Written apart from the code under test: ranges of the Unicode tables rather than its switch.
  var isHarmless: Bool {
    unicodeScalars.allSatisfy { scalar in
      if scalar == "\n" { return true }
      return switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      case .format: scalar.properties.isBidiControl == false && !(0xE0000...0xE0FFF).contains(scalar.value)
      default: true
      }
    }
  }
}
