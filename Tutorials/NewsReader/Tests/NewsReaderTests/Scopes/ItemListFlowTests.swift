import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("The list")
struct ItemListFlowTests {
  private func feed(_ items: [FeedItem]) -> Feed { Feed(title: "T", items: items) }

  @Test func `the selection remains within the list`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userMovedSelection(by: -1))
      .THEN(\.selectedIndex, equals: 0)
      .WHEN(.userMovedSelection(by: 1))
      .THEN(\.selectedTitle, equals: Sample.oar.title)
      .WHEN(.userMovedSelection(by: 20))
      .THEN(\.selectedIndex, equals: 2)
      .WHEN(.userMovedToFirst)
      .THEN(\.selectedIndex, equals: 0)
      .WHEN(.userMovedToLast)
      .THEN(\.selectedTitle, equals: Sample.bridge.title)
      .POP()
      .runTest()
  }

  @Test func `the selection follows its article through a reload, or takes the next`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userMovedSelection(by: 1))
      .WHEN(.userTappedReload)
      .FORK_EffectCompletes(LoadFeed.self, with: feed([Sample.ferry, Sample.bridge])) { sut in
        try sut.THEN(\.selectedTitle, equals: Sample.bridge.title)
      }
      .WHEN_EffectCompletes(LoadFeed.self, with: feed([Sample.bridge, Sample.ferry, Sample.oar]))
      .THEN(\.selectedTitle, equals: Sample.oar.title)
      .POP()
      .runTest()
  }

  @Test func `a reload replaces the one before it`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userTappedReload)
      .WHEN(.userTappedReload)
      .THEN(\.effects.count, equals: 1)
      .POP()
      .runTest()
  }

  @Test func `the filter applies while it is typed, ignoring case and accents`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userBeganFilter)
      .THEN(\.isTypingFilter, equals: true)
      .WHEN(.userTypedInFilter("E"))
      .AND(.userTypedInFilter("x"))
      .THEN(\.visibleTitles, equals: [])
      .THEN(\.selectedTitle, equals: nil)
      .WHEN(.userTappedOpen)
      .THEN_Nil(\.feed?.article)
      .WHEN(.userErasedInFilter)
      .AND(.userTypedInFilter(" "))
      .THEN(\.visibleTitles, equals: [Sample.ferry, Sample.oar, Sample.bridge].map(\.title))
      .AND(.userTypedInFilter("b"))
      .THEN(\.visibleTitles, equals: [Sample.bridge.title])
      .FORK(.userClearedFilter) { sut in
        try sut
          .THEN(\.isTypingFilter, equals: false)
          .THEN(\.visibleTitles.count, equals: 3)
      }
      .WHEN(.userKeptFilter)
      .THEN(\.isTypingFilter, equals: false)
      .THEN(\.selectedTitle, equals: Sample.bridge.title)
      .POP()
      .runTest()
  }

  @Test func `the favourites filter hides an article that is unmarked`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedFavourite)
      .WHEN(\.list, .userMovedToLast)
      .WHEN(\.list, .userTappedFavourite)
      .WITH(\.list)
      .WHEN(.userTappedOnlyFavourites)
      .THEN(\.visibleTitles, equals: [Sample.ferry.title, Sample.bridge.title])
      .THEN(\.selectedTitle, equals: Sample.bridge.title)
      .WHEN(.userTappedFavourite)
      .THEN(\.visibleTitles, equals: [Sample.ferry.title])
      .THEN(\.selectedTitle, equals: Sample.ferry.title)
      .WHEN(.userTappedOnlyFavourites)
      .THEN(\.visibleTitles.count, equals: 3)
      .POP()
      .runTest()
  }
}
