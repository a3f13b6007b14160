import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("An article", .flowSettings(.strict))
struct ArticleFlowTests {
  @Test func `scrolling stops at both ends for any window size`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(.windowResized(TerminalSize(columns: 40, rows: 8)))
      .THEN(\.window, equals: TerminalSize(columns: 40, rows: 8))
      .openingAnArticle(story: "one\ntwo\nthree")
      .WITH(\.article)
      .THEN(\.lines.count, equals: 11)
      .WHEN(.userScrolled(by: -3))
      .THEN(\.firstLine, equals: 0)
      .WHEN(.userScrolled(by: 2))
      .THEN(\.firstLine, equals: 2)
      .WHEN(.userScrolledToEnd)
      .THEN(\.firstLine, equals: 6)
      .FORK(.userScrolledToStart) { try $0.THEN(\.firstLine, equals: 0) }
      .POP()
      .FORK(.windowResized(TerminalSize(columns: 10, rows: 8))) { sut in
        try sut
          .THEN(\.window, equals: TerminalSize(columns: 10, rows: 8))
          .THEN(\.article?.lines) { lines in #expect(lines?.allSatisfy { $0.width <= 10 } == true) }
      }
      .WHEN(.windowResized(TerminalSize(columns: 40, rows: 30)))
      .THEN(\.window, equals: TerminalSize(columns: 40, rows: 30))
      .THEN(\.article?.firstLine, equals: 0)
      .runTest()
  }

  @Test func `a small window gives up its keys first, then its title`() throws {
    let (six, three, two) = (window(rows: 6), window(rows: 3), window(rows: 2))
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .openingAnArticle(story: "one\ntwo\nthree")
      .THEN(\.article?.lines.count, equals: 11)
      .FORK(.windowResized(six), scrollsToLine(8, in: six))
      .FORK(.windowResized(three), scrollsToLine(10, in: three))
      .FORK(.windowResized(two), scrollsToLine(10, in: two))
      .runTest()
  }

  private func window(rows: Int) -> TerminalSize { TerminalSize(columns: 80, rows: rows) }

  /// The end of the article begins at a line.
  private func scrollsToLine(
    _ line: Int,
    in window: TerminalSize
  ) -> (TestPlan<NewsFeed>) throws -> Void {
    { sut in
      try sut
        .THEN(\.window, equals: window)
        .WHEN(\.article, .userScrolledToEnd)
        .THEN(\.article?.firstLine, equals: line)
    }
  }

  @Test func `an article without a link has no story to fetch`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userMovedSelection(by: 1))
      .THEN(\.list.selection, equals: .at(1))
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .THEN(\.item, equals: Sample.oar)
      .THEN(\.story, equals: .none)
      .THEN(\.lines, equals: [Line("Lost: one oar", .bold), Line(), "Blue, sentimental."])
      .THEN(\.firstLine, equals: 0)
      .THEN_NoEffects()
      .POP()
      .runTest()
  }

  @Test func `the shipped feed's articles are complete without a fetch`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed(source: .shipped).loaded() }
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .THEN(\.item, equals: Sample.ferry)
      .THEN(\.story, equals: .none)
      .THEN(\.lines, equals: Sample.ferryLines)
      .THEN(\.firstLine, equals: 0)
      .THEN_NoEffects()
      .POP()
      .runTest()
  }

  @Test func `an open article can be marked`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .openingAnArticle()
      .WHEN(\.article, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: ["ferry"])
      .THEN(\.favourites.unsaved, equals: ["ferry": true])
      .THEN(\.favourites.isSaving, equals: true)
      .WHEN_EffectCompletes(\.favourites, SaveFavourites.self, with: ["ferry"])
      .THEN(\.favourites.unsaved, equals: [:])
      .THEN(\.favourites.isSaving, equals: false)
      .WHEN(\.article, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: [])
      .THEN(\.favourites.unsaved, equals: ["ferry": false])
      .THEN(\.favourites.isSaving, equals: true)
      .WHEN_EffectCompletes(\.favourites, SaveFavourites.self, with: [])
      .THEN(\.favourites.unsaved, equals: [:])
      .THEN(\.favourites.isSaving, equals: false)
      .runTest()
  }
}
