import NewsReader
import Testing

@Suite("Text for the terminal")
struct TerminalTextTests {
  @Test func `no control character remains`() {
    let controls = Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029]
    let bidi = Array(0x202A...0x202E) + Array(0x2066...0x2069)
    for value in (controls + bidi).compactMap(Unicode.Scalar.init) {
      let shown = TerminalText("a\(value)b").string
      #expect(shown == "a b" || shown == "a\u{FFFD}b", "U+\(String(value.value, radix: 16))")
    }
  }

  @Test func `a hostile headline is shown as harmless letters`() {
    let text: TerminalText = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}txet"
    #expect(text.string == "\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[2J\u{FFFD}31m\u{FFFD}txet")
  }

  @Test func `interpolated text is made safe`() {
    let feed = "\u{1B}c"
    let text: TerminalText = "news: \(feed)"
    #expect(text.string == "news: \u{FFFD}c")
  }

  @Test func `line breaks and tabs become spaces, and soft hyphens are removed`() {
    #expect(TerminalText("one\ntwo\tthree").string == "one two three")
    #expect(TerminalText("Zei\u{AD}tung").string == "Zeitung")
  }

  @Test func `ordinary text does not change`() {
    let text = "Größe 語 👩‍👩‍👧 «ça» שלום — ½"
    #expect(Array(TerminalText(text).string.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("", 0), ("news", 4), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("日本語", 6), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾅ", 2), ("ＡＢ", 4), ("🗞️", 2), ("📰", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇫🇷", 2),
    ("1️⃣", 2), ("©", 1), ("…", 1), ("a\u{200B}b", 2), ("שלום", 4), ("नमस्ते", 4), ("कि", 2),
  ])
  func `width counts columns, not characters`(text: String, columns: Int) {
    #expect(TerminalText(text).width == columns)
  }

  @Test func `text that fits is not cut, and cut text is marked`() {
    #expect(TerminalText("headline").truncated(to: 8) == "headline")
    #expect(TerminalText("headline").truncated(to: 7) == "headli…")
    #expect(TerminalText("headline").truncated(to: 1) == "…")
    #expect(TerminalText("headline").truncated(to: 0) == "")
    #expect(TerminalText("headline").truncated(to: -3) == "")
  }

  @Test func `a wide character is not cut in half`() {
    #expect(TerminalText("日本語").truncated(to: 5) == "日本…")
    #expect(TerminalText("日本語").truncated(to: 4) == "日…")
  }

  @Test func `padding counts columns and does not cut`() {
    #expect(TerminalText("日本").padded(to: 6) == "日本  ")
    #expect(TerminalText("headline").padded(to: 4) == "headline")
  }
}
