import NewsReader
import Testing

@Suite("Pasting into the terminal")
struct PasteTests {
  @Test func `pasted keys are text, and the next typed one is a key`() {
    #expect(keys(paste("q\r\té\u{1A}j") + "q") == pasted("q\n\téj") + [.character("q")])
  }

  @Test func `an escape sequence in a paste does nothing`() {
    #expect(keys(paste("a\u{1B}[Ab\u{1B}]c\u{1B}[200~d") + "\r") == pasted("ab]cd") + [.enter])
  }

  @Test func `a paste is read completely, with its end mark`() {
    var decoder = KeyDecoder()
    _ = decoder.feed("\u{1B}[200~a\u{1B}".utf8)
    #expect(!decoder.isUndecided)
    #expect(decoder.flush() == [])
    #expect(decoder.feed("[201~\r".utf8) == [.enter])
  }

  @Test func `Ctrl-C ends an endless paste`() {
    #expect(keys("\u{1B}[200~a\u{3}\r") == [.pasted("a"), .interrupt, .enter])
  }

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  private func pasted(_ text: String) -> [Key] { text.map(Key.pasted) }

  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8)
  }
}
