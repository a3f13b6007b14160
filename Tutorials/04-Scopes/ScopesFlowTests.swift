import Statoscope
import StatoscopeTesting
import Testing

@Suite struct ScopesFlowTests {
  @Test func `a star in the list is the star of the article`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(\.list.rows[ifThere: 0], .userTappedStar)
      .THEN(\.list.rows[0].isFavourite, equals: true)
      .WHEN(\.list.rows[ifThere: 0], .userTapped)
      .THEN(\.list.rows[0].isOpen, equals: true)
      .WITH(\.path[ifThere: 0], as: Article.self)
      .THEN(\.item, equals: .ferry)
      .THEN(\.isFavourite, equals: true)
      .WHEN(.userTappedStar)
      .POP()
      .THEN(\.list.rows[0].isFavourite, equals: false)
      .runTest()
  }

  @Test func `all articles have one text size, within bounds`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .WHEN(\.path[ifThere: 0], as: Article.self, .userPinched(by: 2))
      .THEN(\.textSize, equals: 14)
      .WHEN(\.path[ifThere: 0], as: Article.self, .userPinched(by: 100))
      .THEN(\.article?.textSize, equals: 40)
      .runTest()
  }

  @Test func `going back removes the article and its effects`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .THEN_Enqueued(\.path[ifThere: 0], as: Article.self, effect: LoadStory(id: "ferry"))
      .WHEN(.userTappedBack)
      .THEN(\.path.isEmpty, equals: true)
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a row that remains continues its effects, and a removed one does not`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(\.list.rows[ifThere: 0], .userPointed)
      .AND(\.list.rows[ifThere: 1], .userPointed)
      .WHEN(\.list, .feedLoaded(.success(Feed(title: "Later", items: [.bridge]))))
      .THEN(\.list.rows.count, equals: 1)
      .WITH(\.list.rows[ifThere: 0])
      .WHEN_EffectCompletes(LoadStory.self, with: "Mind the gap.")
      .POP()
      .THEN(\.list.rows[0].preview, equals: "Mind the gap.")
      .runTest(assertNoPendingEffects: true)
  }
}
