import Statoscope
import StatoscopeTesting
import Testing

@Suite struct PastedFlowTests {
  @Test func `a star marks the selected article`() throws {
    try NewsFeed.GIVEN { NewsFeed.sample() }
      .WHEN(\.list, .feedLoaded(.success(.almanac)))
      .WHEN(\.list, .userMovedSelection(by: 1))
      .WHEN(.userTappedStar)
      .THEN(\.favourites.ids, equals: ["bridge"])
      .runTest()
  }
}
