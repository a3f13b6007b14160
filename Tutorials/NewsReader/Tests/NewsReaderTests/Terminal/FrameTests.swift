import NewsReader
import Testing

@Suite("Frames and lines")
struct FrameTests {
  @Test func `the text of a screen has no styles`() {
    let frame = Frame([Line([Span("News", .bold), Span(" today", .dim)]), "plain"])
    #expect(frame.text == ["News today", "plain"])
  }

  @Test func `frames that look different are different`() {
    #expect(Frame([Line("News", .bold)]) != Frame([Line("News")]))
    #expect(Frame([Line("News", .bold)]) == Frame([Line("News", .bold)]))
  }

  @Test func `raw text in a line is made safe`() {
    let feed = "\u{1B}[2J"
    #expect(Line(feed).text == "\u{FFFD}[2J")
    #expect(Line([Span(feed)]).text == "\u{FFFD}[2J")
    #expect(("\(feed)" as Line).text == "\u{FFFD}[2J")
  }

  @Test func `a line is cut in the style of the removed text`() {
    let line = Line([Span("News", .bold), Span(" today", .dim)])
    #expect(line.truncated(to: 10) == line)
    #expect(line.truncated(to: 7) == Line([Span("News", .bold), Span(" t…", .dim)]))
    #expect(line.truncated(to: 4) == Line([Span("New…", .bold)]))
    #expect(line.truncated(to: 0).text == "")
  }

  @Test func `a selection may extend across the window`() {
    let line = Line("News", .reverse).padded(to: 6, .reverse)
    #expect(line == Line([Span("News", .reverse), Span("  ", .reverse)]))
    #expect(line.padded(to: 3) == line)
  }
}
