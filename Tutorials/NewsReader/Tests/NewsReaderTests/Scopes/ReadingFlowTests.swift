import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// The steps of a reader from the first screen to the last, with their failures.
@Suite("Reading the news")
struct ReadingFlowTests {
  private typealias ListPlan = WithPlan<TestPlan<NewsFeed>, ItemList>

  private let address = URL(filePath: "/feed")
  private let notFound = "file:///feed answered with HTTP status 404 (not found). Check the address."

  @Test func `the feed loads, or one line names the error`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed() }
      .THEN_NoEffects()
      .WHEN(.userStartedReading)
      .THEN(\.isLoading, equals: true)
      .THEN_EnqueuedEffect(Tick())
      .WITH(\.favourites)
      .THEN_EnqueuedEffect(FollowFavourites())
      .WHEN_EffectCompletes(FollowFavourites.self, with: ["oar"])
      .POP()
      .WITH(\.list)
      .THEN_EnqueuedEffect(LoadFeed(source: Sample.source))
      .FORK_EffectFails(
        LoadFeed.self,
        with: FeedError.noSuchFile(path: "/news.xml"),
        endsWith(
          "There is no file '/news.xml'. Check the path, or give an address that starts with http:// or"
            + " https://."
        )
      )
      .FORK_EffectFails(
        LoadFeed.self,
        with: FeedError.connectionFailed(url: address, reason: "no server accepts connections there"),
        endsWith(
          "file:///feed could not be fetched: no server accepts connections there. Check the address and the"
            + " network, then try again."
        )
      )
      .FORK_EffectFails(
        LoadFeed.self,
        with: FeedError.httpStatus(url: address, status: 404),
        endsWith(notFound)
      )
      .FORK_EffectFails(
        LoadFeed.self,
        with: FeedError.notAFeed(source: Sample.source, reason: "there is no XML in it"),
        endsWith(
          "/news.xml is not a feed that can be read: there is no XML in it. Give the address or path of an"
            + " RSS or Atom feed."
        )
      )
      .FORK_EffectFails(
        LoadFeed.self,
        with: FeedError.emptyFeed(source: Sample.source),
        endsWith("/news.xml is a feed without a single article. Try again later, or choose another feed.")
      )
      .WHEN_EffectCompletes(LoadFeed.self, with: Sample.feed)
      .THEN(\.isLoading, equals: false)
      .THEN(\.title, equals: "The Harbour Almanac")
      .THEN(\.visibleTitles, equals: [Sample.ferry, Sample.oar, Sample.bridge].map(\.title))
      .THEN(\.loadedAt, equals: Sample.noon)
      .THEN(\.selectedTitle, equals: Sample.ferry.title)
      .THEN_NoEffects()
      .POP()
      .THEN(\.ending, equals: nil)
      .THEN(\.favourites.ids, equals: ["oar"])
      .WHEN_EffectCompletes(Tick.self, with: ())
      .THEN_NoEffects()
      .runTest()
  }

  /// The program is over, and the favourites are what they were, here and in the store.
  private func endsWith(_ words: String) -> (ListPlan) throws -> Void {
    { plan in
      try plan
        .THEN(\.problem, equals: words)
        .THEN_NoEffects()
        .POP()
        .THEN(\.ending, equals: .failed(words))
        .THEN(\.isOver, equals: true)
        .WITH(\.favourites)
        .THEN(\.ids, equals: ["oar"])
        .THEN_NoEffects()
    }
  }

  @Test func `an article opens, shows its story, and is removed by going back`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedOpen)
      .THEN(\.article?.item.title, equals: Sample.ferry.title)
      .FORK(.userTappedBack) { sut in
        try sut
          .THEN_Nil(\.article)
          .THEN(\.isLoading, equals: false)
      }
      .WITH(\.article)
      .THEN(\.story, equals: .loading)
      .THEN_EnqueuedEffect(parameter: \LoadStory.page, equals: Sample.ferryPage)
      .FORK_EffectFails(LoadStory.self, with: FeedError.httpStatus(url: address, status: 404)) { sut in
        try sut
          .THEN(\.story, equals: .failed(notFound))
          .WHEN(.userTappedReload)
          .THEN(\.story, equals: .loading)
      }
      .WHEN_EffectCompletes(LoadStory.self, with: "The whole story.")
      .THEN(\.story, equals: .loaded("The whole story."))
      .THEN_NoEffects()
      .POP()
      .WHEN(.userTappedBack)
      .THEN_Nil(\.article)
      .THEN(\.list.selectedTitle, equals: Sample.ferry.title)
      .runTest()
  }

  @Test func `a failed reload preserves the articles, and shows the error`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.list)
      .WHEN(.userTappedReload)
      .THEN(\.isLoading, equals: true)
      .THEN(\.items.count, equals: 3)
      .WHEN_EffectFails(LoadFeed.self, with: FeedError.emptyFeed(source: Sample.source))
      .THEN(\.isLoading, equals: false)
      .THEN(\.items.count, equals: 3)
      .THEN("it says why") { $0.problem?.contains("without a single article") == true }
      .THEN(\.feed?.ending, equals: nil)
      .WHEN(.userTappedReload)
      .THEN(\.problem, equals: nil)
      .POP()
      .runTest()
  }

  @Test func `an article that the feed drops while it is open is closed with a notice`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedReload)
      .AND(\.list, .userTappedOpen)
      .WITH(\.list)
      .FORK_EffectCompletes(LoadFeed.self, with: Sample.feed) { list in
        try list.POP().THEN_NotNil(\.article).THEN(\.notice, equals: nil)
      }
      .WHEN_EffectCompletes(LoadFeed.self, with: Feed(title: "", items: [Sample.oar]))
      .POP()
      .THEN_Nil(\.article)
      .THEN(\.notice, equals: "'The ferry runs again' is in the feed no more.")
      .runTest()
  }

  @Test func `quitting waits for favourites to be saved, but not indefinitely`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .FORK(.userTappedQuit) { try $0.THEN(\.isOver, equals: true) }
      .WHEN(\.list, .userTappedFavourite)
      .WHEN(.userTappedQuit)
      .THEN(\.ending, equals: .quit)
      .THEN(\.isOver, equals: false)
      .FORK(.userTappedQuit) { sut in
        try sut
          .THEN(\.isOver, equals: true)
          .THEN(\.favourites.unsaved, equals: ["ferry": true])
      }
      .WITH(\.favourites)
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry"])
      .POP()
      .THEN(\.isOver, equals: true)
      .THEN(\.favourites.unsaved, equals: [:])
      .runTest()
  }

  @Test func `the stored feed is shown at once, and preserved if the load fails`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed(lastFeed: Sample.feed) }
      .WHEN(.userStartedReading)
      .WITH(\.list)
      .THEN(\.isLoading, equals: true)
      .THEN(\.title, equals: "The Harbour Almanac")
      .THEN(\.items.count, equals: 3)
      .FORK_EffectFails(LoadFeed.self, with: FeedError.httpStatus(url: address, status: 404)) { sut in
        try sut
          .THEN(\.items.count, equals: 3)
          .THEN(\.isLoading, equals: false)
          .THEN(\.problem, equals: notFound)
          .THEN(\.feed?.ending, equals: nil)
      }
      .WHEN_EffectCompletes(LoadFeed.self, with: Feed(title: "New", items: [Sample.oar]))
      .THEN(\.title, equals: "New")
      .THEN(\.items, equals: [Sample.oar])
      .THEN(\.isLoading, equals: false)
      .POP()
      .runTest()
  }

  @Test func `help is shown over the list or an article, and can be closed`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .FORK(\.list, .userTappedOpen) { sut in
        try sut
          .WHEN(.userTappedHelp)
          .THEN(\.showsHelp, equals: true)
          .THEN_NotNil(\.article)
          .WHEN(.userTappedHelp)
          .THEN_NotNil(\.article)
      }
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: true)
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: false)
      .runTest()
  }
}
