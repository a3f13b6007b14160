import Statoscope
import StatoscopeTesting
import Testing

/// A passing flow.
@Suite struct NewsFeedFlowTests {
  @Test func `a story that fails to load does not move the reader`() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(.userOpened("ferry", page: 1))
      .THEN_EnqueuedEffect(LoadStory(id: "ferry", page: 1))
      .FORK_EffectFails(LoadStory.self, with: Offline()) { feed in
        try feed
          .THEN(\.place.article, equals: "none")
          .THEN(\.isReading, equals: true)
      }
      .WHEN_EffectCompletes(LoadStory.self, with: 60)
      .WHEN(.userScrolled(by: 60))
      .THEN("the story is at its end") { feed in feed.place.position.isAtEnd }
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }
}
