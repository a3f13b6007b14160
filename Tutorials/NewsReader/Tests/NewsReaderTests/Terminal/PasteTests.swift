import NewsReader
import Testing

@Suite("Pasting into the terminal")
struct PasteTests {
  @Test func `pasted keys are characters and do nothing`() {
    #expect(keys(paste("q\r\tj") + "q") == characters("q\n\tjq"))
  }

  @Test func `an escape sequence in a paste does nothing`() {
    #expect(keys(paste("a\u{1B}[Ab\u{1B}]c\u{1B}[200~d") + "\r") == characters("ab]cd") + [.enter])
  }

  @Test func `a paste is read completely, with its end mark`() {
    var decoder = KeyDecoder()
    _ = decoder.feed("\u{1B}[200~a\u{1B}".utf8)
    #expect(!decoder.isUndecided)
    #expect(decoder.flush() == [])
    #expect(decoder.feed("[201~\r".utf8) == [.enter])
  }

  @Test func `Ctrl-C ends an endless paste`() {
    #expect(keys("\u{1B}[200~a\u{3}\r") == [.character("a"), .interrupt, .enter])
  }

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  private func characters(_ text: String) -> [Key] { text.map(Key.character) }

  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8)
  }
}
