import NewsReader
import Testing

@Suite("Key decoder")
struct KeyDecoderTests {
  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[1;5A", .up), ("\u{1B}[5;2~", .pageUp),
    ("\r", .enter), ("\n", .enter), ("\u{1B}OM", .enter), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\t", .tab), ("\u{3}", .interrupt), ("\u{1A}", .suspend), ("q", .character("q")), ("é", .character("é")),
    ("語", .character("語")), ("🗞", .character("🗞")),
  ])
  func `each key of the common terminals is recognized`(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func `a lone escape is a key once nothing follows it`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.flush() == [])
  }

  @Test func `the first of two escapes is a key at once`() {
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test func `a character may be divided over several reads`() {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for byte in "🗞é".utf8 {
      keys += decoder.feed([byte])
      keys += decoder.flush()
    }
    #expect(keys == [.character("🗞"), .character("é")])
  }

  @Test(arguments: [
    "\u{1B}[Z", "\u{1B}[3~", "\u{1B}[200;1~", "\u{1B}[?1;2c", "\u{1B}[97;5u", "\u{1B}[<0;10;20M",
    "\u{1B}[M !!", "\u{1B}[[A", "\u{1B}OP", "\u{1B}x", "\u{1B}é", "\u{1B}]0;a title\u{7}",
    "\u{1B}]0;a title\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{0}", "\u{9B}",
    "\u{1B}[" + String(repeating: "1;", count: 500) + "A",
  ])
  func `unknown sequences are ignored as a whole`(bytes: String) {
    #expect(keys(bytes + "q") == [.character("q")])
  }

  @Test func `a truncated sequence is dropped without the next key`() {
    #expect(keys("\u{1B}[1;\u{3}") == [.interrupt])
    #expect(keys("\u{1B}]0;title\u{3}") == [.interrupt])
    #expect(keys("\u{1B}[5\u{1B}[A") == [.up])
    var decoder = KeyDecoder()
    #expect(decoder.feed("\u{1B}[1;".utf8) + decoder.flush() + decoder.feed("j".utf8) == [.character("j")])
  }

  @Test(arguments: [[0xFF], [0xC0], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]])
  func `invalid bytes become a replacement character`(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes + [0x71]) == [.character("\u{FFFD}"), .character("q")])
  }

  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8) + decoder.flush()
  }
}
