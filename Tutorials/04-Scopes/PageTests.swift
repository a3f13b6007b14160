import Statoscope
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct PageTests {
  @Test func `the page shows a tree and the output of a failing flow`() throws {
    let page = try TutorialPage()
    let feed = NewsFeed.loaded().injectObject(EffectsExecution.enqueueOnly)
    feed.list.rows[1].send(.userTapped)
    feed.article?.send(.userTappedMemos).send(.userTappedWrite)
    page.expect("\(feed.tree)")
    try page.expect(
      printed {
        try NewsFeed.GIVEN { .loaded() }
          .WHEN(.userTappedDelete(Memo(item: "ferry", seconds: 2)))
          .WHEN(\.sheet, as: Letter.self, .userTyped("It was late."))
          .runTest()
      }
    )
  }
}
