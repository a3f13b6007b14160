import NewsReader
import Testing

@Suite("Encoding frames")
struct FrameEncoderTests {
  private let size = TerminalSize(columns: 10, rows: 3)

  @Test func `the first frame rewrites every row`() {
    #expect(
      FrameEncoder().encode(Frame(["a", "b"]), after: nil, in: size)
        == "\u{1B}[1;1Ha\u{1B}[K\u{1B}[2;1Hb\u{1B}[K\u{1B}[3;1H\u{1B}[K"
    )
  }

  @Test func `only rows that changed are drawn`() {
    let codes = FrameEncoder().encode(Frame(["a", "c"]), after: Frame(["a", "b", "x"]), in: size)
    #expect(codes == "\u{1B}[2;1Hc\u{1B}[K\u{1B}[3;1H\u{1B}[K")
  }

  @Test func `the same frame again costs nothing`() {
    let frame = Frame([Line("a", .bold)])
    #expect(FrameEncoder().encode(frame, after: frame, in: size) == "")
  }

  @Test func `a row that is full is not erased at its end`() {
    let codes = FrameEncoder().encode(Frame(["0123456789"]), after: Frame(), in: size)
    #expect(codes == "\u{1B}[1;1H0123456789")
  }

  @Test func `text that does not fit into the window is cut`() {
    let frame = Frame(["0123456789a", "b", "c", "d"])
    let codes = FrameEncoder().encode(frame, after: Frame(["", "b", "c"]), in: size)
    #expect(codes == "\u{1B}[1;1H012345678…")
    #expect(FrameEncoder().encode(frame, after: nil, in: TerminalSize(columns: 0, rows: 0)) == "")
  }

  @Test(arguments: [
    (Rendition.colour, "\u{1B}[1;7;36mnews\u{1B}[0m"),
    (.monochrome, "\u{1B}[1;7mnews\u{1B}[0m"),
  ])
  func `styles are limited to what the terminal supports`(rendition: Rendition, shown: String) {
    let frame = Frame([Line("news", [.bold, .reverse, .accent])])
    let codes = FrameEncoder(rendition: rendition).encode(frame, after: Frame(), in: size)
    #expect(codes == "\u{1B}[1;1H\(shown)\u{1B}[K")
  }

  @Test(arguments: [
    ([:], Rendition.colour), (["NO_COLOR": ""], .colour), (["NO_COLOR": "1"], .monochrome),
  ])
  func `the environment determines the styles`(environment: [String: String], rendition: Rendition) {
    #expect(Rendition(environment: environment) == rendition)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `drawing the changes gives the same screen as drawing everything`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let encoder = FrameEncoder()
    var patched = PaperTerminal(size)
    var previous: Frame?
    for _ in 0..<20 {
      let frame = frame(using: &generator)
      var fresh = PaperTerminal(size)
      fresh.show(encoder.encode(frame, after: nil, in: size))
      patched.show(encoder.encode(frame, after: previous, in: size))
      #expect(patched.lines == fresh.lines)
      #expect(patched.misunderstood == [])
      previous = frame
    }
  }

  private func frame(using generator: inout SeededGenerator) -> Frame {
    let texts = ["", "news", "日本語の見出し", "\u{1B}[2J\u{7}", "a headline too long", "👍🏽👍🏽", "0123456789"]
    let styles: [Style] = [.plain, .bold, [.reverse, .accent]]
    let lines = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let spans = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        let text = texts.randomElement(using: &generator) ?? ""
        return Span(text, styles.randomElement(using: &generator) ?? .plain)
      }
      return Line(spans)
    }
    return Frame(lines)
  }
}
