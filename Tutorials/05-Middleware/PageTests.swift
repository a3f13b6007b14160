import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import TestSupport
import Testing
import TutorialSupport

@Suite struct PageTests {
  @Test func `the page shows the output of the logger`() async throws {
    let page = try TutorialPage()
    try await withLoggedLines([.errors, .when, .stateDiff, .effects]) { journal in
      let feed = NewsFeed.sample()
      feed.list.send(.userTappedReload)
      feed.favourites.send(.userToggled("ferry"))
      feed.send(.userTappedStar)
      page.expect(journal.entries.joined(separator: "\n"))
    }
  }

  @Test func `the page shows the moments of a recorder`() throws {
    let page = try TutorialPage()
    let feed = NewsFeed.sample()
    let recorder = ScopeRecorder(feed)
    feed.list.send(.feedLoaded(.success(.almanac)))
    feed.list.send(.userMovedSelection(by: 1))
    feed.send(.userTappedStar)
    page.expect(recorder.recording.flowTest(given: "NewsFeed.sample()"))
  }

  @Test func `the page shows the output of a failing flow`() throws {
    let page = try TutorialPage()
    try page.expect(
      printed {
        try NewsFeed.GIVEN { .sample().inPublic() }
          .WHEN(\.list, .feedLoaded(.success(.almanac)))
          .WHEN(.userTappedStar)
          .THEN(\.favourites.ids, equals: ["ferry"])
          .runTest()
      }
    )
  }
}
