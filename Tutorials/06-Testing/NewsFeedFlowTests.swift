import Statoscope
import StatoscopeTesting
import Testing

/// A passing flow.
@Suite(.flowSettings(.strict)) struct NewsFeedFlowTests {
  @Test func `a story that fails to load does not move the reader`() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .THEN(\.isReading, equals: true)
      .THEN(\.notice) { notice in #expect(notice.hasPrefix("Good morning")) }
      .WHEN(.userOpened("ferry", page: 1))
      .THEN(\.place, equals: .init(article: "ferry", lines: 40))
      .THEN_EnqueuedEffect(LoadStory(id: "ferry", page: 1))
      .FORK_EffectFails(LoadStory.self, with: Offline()) { feed in
        try feed
          .THEN(\.place, equals: .init(article: "none"))
          .THEN(\.isReading, equals: true)
      }
      .WHEN_EffectCompletes(LoadStory.self, with: 60)
      .THEN(\.place.lines, equals: 60)
      .WHEN(.userScrolled(by: 60))
      .THEN(\.place.position, equals: .init(line: 60, isAtEnd: true))
      .runTest()
  }
}
