import Statoscope
import StatoscopeTesting
import Testing

@Suite(.flowSettings(.strict)) struct AnswerTests {
  @Test func `no scrolling moves beyond the story`() throws {
    try Story.GIVEN { Story() }
      .INVARIANT { story in
        let past = story.place.position.line - story.place.lines
        guard past <= 0 else { throw PastTheEnd(lines: past) }
      }
      .WHEN(.userScrolled(by: 1_000))
      .THEN(\.place.position, equals: .init(line: 40, isAtEnd: true))
      .WHEN(.userScrolled(by: -1_000))
      .THEN(\.place.position, equals: .init(line: 0))
      .runTest()
  }
}
