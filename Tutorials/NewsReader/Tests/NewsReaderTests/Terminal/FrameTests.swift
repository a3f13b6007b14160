import NewsReader
import Testing

@Suite("Frames and lines")
struct FrameTests {
  @Test func `a screen can be read without its styles`() {
    let frame = Frame([Line([Span("News", .bold), Span(" today", .dim)]), "plain"])
    #expect(frame.text == ["News today", "plain"])
  }

  @Test func `frames that look different are different`() {
    #expect(Frame([Line("News", .bold)]) != Frame([Line("News")]))
    #expect(Frame([Line("News", .bold)]) == Frame([Line("News", .bold)]))
  }

  @Test func `raw text in a line is guarded`() {
    let feed = "\u{1B}[2J"
    #expect(Line(feed).text == "\u{FFFD}[2J")
    #expect(Line([Span(feed)]).text == "\u{FFFD}[2J")
    #expect(("\(feed)" as Line).text == "\u{FFFD}[2J")
  }

  @Test func `a line is cut as a whole, in the style of what it cut`() {
    let line = Line([Span("News", .bold), Span(" today", .dim)])
    #expect(line.truncated(to: 10) == line)
    #expect(line.truncated(to: 7) == Line([Span("News", .bold), Span(" t…", .dim)]))
    #expect(line.truncated(to: 4) == Line([Span("New…", .bold)]))
    #expect(line.truncated(to: 0).text == "")
  }

  @Test func `a selection can be made to reach across the window`() {
    let line = Line("News", .reverse).padded(to: 6, .reverse)
    #expect(line == Line([Span("News", .reverse), Span("  ", .reverse)]))
    #expect(line.padded(to: 3) == line)
  }
}
