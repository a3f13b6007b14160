import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The answer to the exercise.
@Suite struct AnswerTests {
  @Test func `the sender of a refused mark receives the error`() throws {
    try NewsFeed.GIVEN { .sample().refusingMarks() }
      .WHEN(\.list, .feedLoaded(.success(.almanac)))
      .WHEN_Throws(\.favourites, .userToggled("ferry"), error: NoMarksInPublic())
      .WHEN(.userTappedStar)
      .THEN(\.favourites.ids, equals: [])
      .runTest()
  }

  @Test func `an error of a nested send is logged`() async throws {
    try await withLoggedLines([.errors]) { journal in
      let feed = NewsFeed.sample().refusingMarks()
      feed.list.send(.feedLoaded(.success(.almanac)))
      try feed.trySend(.userTappedStar)
      #expect(
        journal.entries == [#"errors: Favourites could not handle .userToggled("ferry"): NoMarksInPublic()"#]
      )
    }
  }
}
