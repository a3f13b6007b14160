import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// The answer to the exercise.
@Suite struct AnswerTests {
  private struct NoConnection: Error {}

  @Test func `a story that failed is loaded again, once at a time`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedOpen)
      .WITH(\.article)
      .WHEN_EffectFails(LoadStory.self, with: NoConnection())
      .WHEN(.userTappedReload)
      .WHEN(.userTappedReload)
      .THEN("one load is in flight") { $0.effects.count == 1 }
      .WHEN_EffectCompletes(LoadStory.self, with: "The ferry is back.")
      .THEN(\.story, equals: .loaded("The ferry is back."))
      .POP()
      .runTest()
  }
}
