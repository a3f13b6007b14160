import Statoscope
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct FailingFlowTests {
  @Test func `the page shows the output of a failing flow and of a look-up`() throws {
    let page = try TutorialPage()
    try page.expect(
      printed {
        try Article.GIVEN { Article(item: .ferry) }
          .WHEN(.userOpened)
          .THEN_EnqueuedEffect(LoadStory(id: "bridge"))
          .runTest()
      }
    )
    let feed = NewsFeed()
    let error = #expect(throws: NoInjectedValueFound.self) { try feed.list.resolve(Network.self) }
    page.expect("\(try #require(error))")
  }
}
