import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("An article")
struct ArticleFlowTests {
  @Test func `scrolling stops at both ends for any window size`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(.windowResized(TerminalSize(columns: 40, rows: 8)))
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .WHEN_EffectCompletes(LoadStory.self, with: "one\ntwo\nthree")
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
        try sut.THEN("no line is wider than the window") { feed in
          feed.article?.lines.allSatisfy { $0.width <= 10 } == true
        }
      }
      .WHEN(.windowResized(TerminalSize(columns: 40, rows: 30)))
      .THEN(\.article?.firstLine, equals: 0)
      .runTest()
  }

  @Test func `an article without a link has no story to fetch`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userMovedSelection(by: 1))
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .THEN(\.story, equals: .none)
      .THEN_NoEffects()
      .POP()
      .runTest()
  }

  @Test func `the shipped feed's articles are complete without a fetch`() throws {
    try NewsFeed.GIVEN { NewsFeed(source: .shipped).injectObject(Sample.clock()).loaded() }
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .THEN(\.story, equals: .none)
      .THEN_NoEffects()
      .POP()
      .runTest()
  }

  @Test func `an open article can be marked`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedOpen)
      .WHEN(\.article, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: ["ferry"])
      .WHEN(\.article, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: [])
      .runTest()
  }
}
