import NewsReader
import Testing

@Suite("Wrapping text")
struct WrappingTests {
  @Test func `lines break between words`() {
    #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(wrap("the  quick", 20) == ["the quick"])
  }

  @Test func `paragraphs and the empty lines between them are preserved`() {
    #expect(wrap("one two\r\n\nthree", 4) == ["one", "two", "", "thre", "e"])
    #expect(wrap("a\u{2029}b", 4) == ["a", "b"])
    #expect(wrap("", 4) == [""])
  }

  @Test func `a word that is longer than a line is broken at its end`() {
    #expect(wrap("see example.org", 6) == ["see ex", "ample.", "org"])
    #expect(wrap("見出し語は長い", 6) == ["見出し", "語は長", "い"])
  }

  @Test func `invalid widths are allowed`() {
    #expect(wrap("text", 0) == [])
    #expect(wrap("text", -1) == [])
    #expect(wrap("語", 1) == ["\u{FFFD}"])
  }

  @Test func `paragraphs are made safe`() {
    #expect(wrap("a\u{1B}[2Jb\nc", 20) == ["a\u{FFFD}[2Jb", "c"])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `no line is too wide, and no letter is lost`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [Character] = ["a", "b", "語", "👍🏽", " ", " ", "e\u{301}"]
    let text = String((0..<120).map { _ in alphabet.randomElement(using: &generator) ?? "x" })
    let columns = Int.random(in: 2...30, using: &generator)
    let lines = TerminalText(text).wrapped(to: columns)
    #expect(lines.allSatisfy { $0.width <= columns })
    #expect(lines.map(\.string).joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  private func wrap(_ text: String, _ columns: Int) -> [String] {
    TerminalText.wrapped(text, to: columns).map(\.string)
  }
}
