import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("The list", .flowSettings(.strict))
struct ItemListFlowTests {
  @Test func `the selection remains within the list`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userMovedSelection(by: -1))
      .THEN(\.selection, equals: .at(0))
      .WHEN(.userMovedSelection(by: 1))
      .THEN(\.selection, equals: .at(1))
      .THEN(\.selectedTitle, equals: Sample.oar.title)
      .WHEN(.userMovedSelection(by: 20))
      .THEN(\.selection, equals: .at(2))
      .WHEN(.userMovedToFirst)
      .THEN(\.selection, equals: .at(0))
      .WHEN(.userMovedToLast)
      .THEN(\.selection, equals: .at(2))
      .THEN(\.selectedTitle, equals: Sample.bridge.title)
      .POP()
      .runTest()
  }

  @Test func `the selection follows its article through a reload, or takes the next`() throws {
    let shorter = Feed(title: "T", items: [Sample.ferry, Sample.bridge])
    let reordered = Feed(title: "T", items: [Sample.bridge, Sample.ferry, Sample.oar])
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userMovedSelection(by: 1))
      .THEN(\.list.selection, equals: .at(1))
      .WHEN(\.list, .userTappedReload)
      .THEN(\.list.isLoading, equals: true)
      .THEN_EnqueuedEffect(Tick())
      .FORK_EffectCompletes(\.list, LoadFeed.self, with: shorter) { sut in
        try sut
          .THEN_ListShows(shorter)
          .THEN(\.list.selectedTitle, equals: Sample.bridge.title)
          .WHEN_EffectCompletes(Tick.self, with: ())
      }
      .WHEN_EffectCompletes(\.list, LoadFeed.self, with: reordered)
      .THEN_ListShows(reordered)
      .THEN(\.list.selectedTitle, equals: Sample.oar.title)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .runTest()
  }

  @Test func `a reload replaces the one before it`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedReload)
      .THEN(\.list.isLoading, equals: true)
      .THEN_EnqueuedEffect(Tick())
      .THEN_EnqueuedEffect(\.list, LoadFeed(source: Sample.source))
      .WHEN(\.list, .userTappedReload)
      .THEN(\.list.effects.count, equals: 1)
      .WHEN_EffectCompletes(\.list, LoadFeed.self, with: Sample.feed)
      .THEN(\.list.isLoading, equals: false)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .runTest()
  }

  @Test func `the filter applies while it is typed, ignoring case and accents`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userBeganFilter)
      .THEN(\.isTypingFilter, equals: true)
      .WHEN(.userTypedInFilter("E"))
      .AND(.userTypedInFilter("x"))
      .THEN(\.filter, equals: "Ex")
      .THEN(\.visibleTitles, equals: [])
      .THEN(\.selectedTitle, equals: nil)
      .WHEN(.userTappedOpen)
      .THEN_Nil(\.feed?.article)
      .WHEN(.userErasedInFilter)
      .AND(.userTypedInFilter(" "))
      .THEN(\.filter, equals: "E ")
      .THEN(\.visibleTitles, equals: [Sample.ferry, Sample.oar, Sample.bridge].map(\.title))
      .WHEN(.userTypedInFilter("b"))
      .THEN(\.filter, equals: "E b")
      .THEN(\.visibleTitles, equals: [Sample.bridge.title])
      .FORK(.userClearedFilter) { sut in
        try sut
          .THEN(\.isTypingFilter, equals: false)
          .THEN(\.filter, equals: "")
          .THEN(\.visibleTitles.count, equals: 3)
      }
      .WHEN(.userKeptFilter)
      .THEN(\.isTypingFilter, equals: false)
      .THEN(\.selectedTitle, equals: Sample.bridge.title)
      .POP()
      .runTest()
  }

  @Test func `the favourites filter hides an article that is unmarked`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded(favourites: ["ferry", "bridge"]) }
      .WHEN(\.list, .userMovedToLast)
      .THEN(\.list.selection, equals: .at(2))
      .WHEN(\.list, .userTappedOnlyFavourites)
      .THEN(\.list.showsOnlyFavourites, equals: true)
      .THEN(\.list.visibleTitles, equals: [Sample.ferry.title, Sample.bridge.title])
      .THEN(\.list.selectedTitle, equals: Sample.bridge.title)
      .WHEN(\.list, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: ["ferry"])
      .THEN(\.favourites.unsaved, equals: ["bridge": false])
      .THEN(\.favourites.isSaving, equals: true)
      .THEN(\.list.visibleTitles, equals: [Sample.ferry.title])
      .THEN(\.list.selectedTitle, equals: Sample.ferry.title)
      .WHEN_EffectCompletes(\.favourites, SaveFavourites.self, with: ["ferry"])
      .THEN(\.favourites.unsaved, equals: [:])
      .THEN(\.favourites.isSaving, equals: false)
      .WHEN(\.list, .userTappedOnlyFavourites)
      .THEN(\.list.showsOnlyFavourites, equals: false)
      .THEN(\.list.visibleTitles.count, equals: 3)
      .runTest()
  }
}
