import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// The steps of a reader from the first screen to the last, with their failures.
@Suite("Reading the news", .flowSettings(.strict))
struct ReadingFlowTests {
  private typealias ListPlan = WithPlan<TestPlan<NewsFeed>, ItemList>

  private let address = URL(filePath: "/feed")
  private let notFound = "file:///feed answered with HTTP status 404 (not found). Check the address."

  @Test func `the feed loads, or one line names the error`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed() }
      .THEN_NoEffects()
      .WHEN(.userStartedReading)
      .THEN(\.list.isLoading, equals: true)
      .THEN_EnqueuedEffect(Tick())
      .THEN_EnqueuedEffect(\.list, LoadFeed(source: Sample.source))
      .WITH(\.favourites)
      .THEN_EnqueuedEffect(FollowFavourites())
      .WHEN_EffectCompletes(FollowFavourites.self, with: ["oar"])
      .THEN(\.ids, equals: ["oar"])
      .THEN(\.isSettled, equals: true)
      .POP()
      .WITH(\.list)
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
      .THEN(\.visibleTitles, equals: [Sample.ferry, Sample.oar, Sample.bridge].map(\.title))
      .THEN(\.loadedAt, equals: Sample.noon)
      .THEN(\.selectedTitle, equals: Sample.ferry.title)
      .THEN_NoEffects()
      .POP()
      .THEN_ListShows(Sample.feed)
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
        .THEN(\.isLoading, equals: false)
        .THEN(\.problem, equals: words)
        .THEN_NoEffects()
        .POP()
        .THEN(\.ending, equals: .failed(words))
        .THEN(\.isOver, equals: true)
        .WITH(\.favourites)
        .THEN(\.ids, equals: ["oar"])
        .THEN_NoEffects()
        .POP()
        .WHEN_EffectCompletes(Tick.self, with: ())
        .THEN_NoEffects()
    }
  }

  @Test func `an article opens, shows its story, and is removed by going back`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedOpen)
      .THEN_EnqueuedEffect(Tick())
      .WITH(\.article)
      .THEN(\.item, equals: Sample.ferry)
      .THEN(\.story, equals: .loading)
      .THEN(\.lines, equals: Sample.ferryLines)
      .THEN(\.firstLine, equals: 0)
      .THEN_EnqueuedEffect(parameter: \LoadStory.page, equals: Sample.ferryPage)
      .POP()
      .FORK(.userTappedBack) { sut in
        try sut
          .THEN_Nil(\.article)
          .THEN(\.isLoading, equals: false)
          .WHEN_EffectCompletes(Tick.self, with: ())
      }
      .WITH(\.article)
      .FORK_EffectFails(LoadStory.self, with: FeedError.httpStatus(url: address, status: 404)) { sut in
        try sut
          .THEN(\.story, equals: .failed(notFound))
          .THEN(\.lines) { lines in
            #expect(lines.dropFirst(6).map(\.text).joined(separator: " ") == "No full story: \(notFound)")
          }
          .WHEN(.userTappedReload)
          .THEN(\.story, equals: .loading)
          .THEN(\.lines, equals: Sample.ferryLines)
          .THEN_EnqueuedEffect(LoadStory(page: Sample.ferryPage))
          .POP()
          .WHEN(.userTappedBack)
          .THEN_Nil(\.article)
          .WHEN_EffectCompletes(Tick.self, with: ())
      }
      .WHEN_EffectCompletes(LoadStory.self, with: "The whole story.")
      .THEN(\.story, equals: .loaded("The whole story."))
      .THEN(
        \.lines,
        equals: Sample.ferryLines
          + [Line(), Line("The full story", [.bold, .accent]), Line(), "The whole story."]
      )
      .THEN_NoEffects()
      .POP()
      .WHEN(.userTappedBack)
      .THEN_Nil(\.article)
      .THEN(\.list.selectedTitle, equals: Sample.ferry.title)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a failed reload preserves the articles, and shows the error`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedReload)
      .THEN_EnqueuedEffect(Tick())
      .WITH(\.list)
      .THEN(\.isLoading, equals: true)
      .THEN(\.items.count, equals: 3)
      .WHEN_EffectFails(LoadFeed.self, with: FeedError.emptyFeed(source: Sample.source))
      .THEN(\.isLoading, equals: false)
      .THEN(\.items.count, equals: 3)
      .THEN(\.problem) { problem in #expect(problem?.contains("without a single article") == true) }
      .THEN(\.feed?.ending, equals: nil)
      .WHEN(.userTappedReload)
      .THEN(\.isLoading, equals: true)
      .THEN(\.problem, equals: nil)
      .WHEN_EffectCompletes(LoadFeed.self, with: Sample.feed)
      .THEN(\.isLoading, equals: false)
      .POP()
      .WHEN_EffectCompletes(Tick.self, with: ())
      .runTest()
  }

  @Test func `the spinner turns as long as something loads`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(\.list, .userTappedReload)
      .THEN(\.list.isLoading, equals: true)
      .THEN_EnqueuedEffect(\.list, LoadFeed(source: Sample.source))
      .WHEN_EffectCompletes(Tick.self, with: ())
      .THEN(\.spinnerStep, equals: 1)
      .THEN_EnqueuedEffect(Tick())
      .WHEN_EffectCompletes(\.list, LoadFeed.self, with: Sample.feed)
      .THEN(\.list.isLoading, equals: false)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .THEN(\.spinnerStep, equals: 1)
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `an article that the feed drops while it is open is closed with a notice`() throws {
    let withoutTheFerry = Feed(title: "", items: [Sample.oar])
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .openingAnArticle()
      .WHEN(\.list, .userTappedReload)
      .THEN(\.list.isLoading, equals: true)
      .THEN_EnqueuedEffect(Tick())
      .FORK_EffectCompletes(\.list, LoadFeed.self, with: Sample.feed) { sut in
        try sut
          .THEN(\.list.isLoading, equals: false)
          .THEN_NotNil(\.article)
          .THEN(\.notice, equals: nil)
          .WHEN_EffectCompletes(Tick.self, with: ())
      }
      .WHEN_EffectCompletes(\.list, LoadFeed.self, with: withoutTheFerry)
      .THEN_ListShows(withoutTheFerry)
      .THEN_Nil(\.article)
      .THEN(\.notice, equals: "'The ferry runs again' is in the feed no more.")
      .WHEN_EffectCompletes(Tick.self, with: ())
      .runTest()
  }

  @Test func `quitting waits for favourites to be saved, but not indefinitely`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .FORK(.userTappedQuit) { sut in
        try sut
          .THEN(\.ending, equals: .quit)
          .THEN(\.isOver, equals: true)
      }
      .WHEN(\.list, .userTappedFavourite)
      .THEN(\.favourites.ids, equals: ["ferry"])
      .THEN(\.favourites.unsaved, equals: ["ferry": true])
      .THEN(\.favourites.isSaving, equals: true)
      .THEN_EnqueuedEffect(\.favourites, SaveFavourites(changes: ["ferry": true]))
      .WHEN(.userTappedQuit)
      .THEN(\.ending, equals: .quit)
      .THEN(\.isOver, equals: false)
      .FORK(.userTappedQuit) { sut in
        try sut
          .THEN(\.favourites.isSaving, equals: false)
          .THEN(\.isOver, equals: true)
          .THEN(\.favourites.unsaved, equals: ["ferry": true])
      }
      .WHEN_EffectCompletes(\.favourites, SaveFavourites.self, with: ["ferry"])
      .THEN(\.favourites.isSaving, equals: false)
      .THEN(\.isOver, equals: true)
      .THEN(\.favourites.unsaved, equals: [:])
      .runTest()
  }

  @Test func `the stored feed is shown at once, and preserved if the load fails`() throws {
    let loaded = Feed(title: "New", items: [Sample.oar])
    try NewsFeed.GIVEN { Sample.newsFeed(lastFeed: Sample.feed) }
      .WHEN(.userStartedReading)
      .THEN(\.list.isLoading, equals: true)
      .THEN(\.list.title, equals: "The Harbour Almanac")
      .THEN(\.list.items, equals: Sample.feed.items)
      .THEN(\.list.loadedAt, equals: Sample.noon)
      .THEN_EnqueuedEffect(Tick())
      .THEN_EnqueuedEffect(\.list, LoadFeed(source: Sample.source))
      .WHEN_EffectCompletes(\.favourites, FollowFavourites.self, with: [])
      .THEN(\.favourites.isSettled, equals: true)
      .FORK_EffectFails(\.list, LoadFeed.self, with: FeedError.httpStatus(url: address, status: 404)) { sut in
        try sut
          .THEN(\.list.items.count, equals: 3)
          .THEN(\.list.isLoading, equals: false)
          .THEN(\.list.problem, equals: notFound)
          .THEN(\.ending, equals: nil)
          .WHEN_EffectCompletes(Tick.self, with: ())
      }
      .WHEN_EffectCompletes(\.list, LoadFeed.self, with: loaded)
      .THEN_ListShows(loaded)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .runTest()
  }

  @Test func `help is shown over the list or an article, and can be closed`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: true)
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: false)
      .openingAnArticle()
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: true)
      .THEN_NotNil(\.article)
      .WHEN(.userTappedHelp)
      .THEN(\.showsHelp, equals: false)
      .THEN_NotNil(\.article)
      .runTest()
  }
}
