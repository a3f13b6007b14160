import NewsReader
import Statoscope
import StatoscopeTesting
import SwiftUITutorial
import Testing

/// What is presented, without a view.
///
/// What the core does by itself is left to the tests of newsfeed.
@Suite(.flowSettings(.strict)) struct NewsAppFlowTests {
  @Test func `the app starts to read, and to follow the favourites`() throws {
    try NewsApp.GIVEN { .sample() }
      .WHEN(.userStarted)
      .THEN(\.feed.list.isLoading, equals: true)
      .THEN_Enqueued(\.feed.list, effect: LoadFeed(source: .file(path: "/almanac.xml")))
      .THEN_Enqueued(\.feed.favourites, effect: FollowFavourites())
      .THEN_Enqueued(\.feed, effect: Tick())
      .runTest(assertNoPendingEffects: false)
  }

  @Test func `going back closes the screens above, one or all`() throws {
    try NewsApp.GIVEN { .reading(.oar) }
      .WHEN(.userTappedFavourites)
      .THEN(\.showsFavourites, equals: true)
      .THEN(\.path.count, equals: 2)
      .FORK(.userWentBack(to: 0)) { app in
        try app
          .THEN_Nil(\.feed.article)
          .THEN(\.showsFavourites, equals: false)
      }
      .WHEN(.userWentBack(to: 1))
      .THEN_Nil(\.feed.article)
      .THEN(\.path.count, equals: 1)
      .THEN(\.showsFavourites, equals: true)
      .runTest()
  }

  @Test func `the favourites are those of the feed, in its order`() throws {
    try NewsApp.GIVEN { .loaded() }
      .WHEN(\.feed.favourites, .favouritesFound(.success(["oar", "elsewhere", "ferry"])))
      .THEN(\.feed.favourites.ids, equals: ["oar", "elsewhere", "ferry"])
      .THEN(\.feed.favourites.isSettled, equals: true)
      .THEN(\.favouriteItems, equals: [.ferry, .oar])
      .runTest()
  }

  @Test func `an article that the feed drops is popped, with a notice`() throws {
    try NewsApp.GIVEN { .reading(.oar) }
      .THEN(\.path.count, equals: 1)
      .configure(exhaustivity: .off)
      .WHEN(\.feed.list, .feedLoaded(.success(Feed(title: "The Harbour Almanac", items: [.ferry]))))
      .configure(exhaustivity: .on)
      .THEN(\.path.count, equals: 0)
      .THEN(\.feed.notice, equals: "'Lost: one oar' is in the feed no more.")
      .WHEN(\.feed, .userSawNotice)
      .THEN(\.feed.notice, equals: nil)
      .runTest()
  }

  @Test func `a form stays until its address can be read`() throws {
    try NewsApp.GIVEN { .loaded() }
      .WHEN(.userTappedChooseFeed)
      .THEN(\.form?.address, equals: "")
      .THEN_Nil(\.form?.problem)
      .FORK(\.form, .userTappedCancel) { try $0.THEN_Nil(\.form) }
      .WITH(\.form)
      .WHEN(.userTyped("gopher://almanac"))
      .THEN(\.address, equals: "gopher://almanac")
      .WHEN(.userTappedOpen)
      .THEN(\.problem, equals: "\(FeedError.unsupportedAddress(text: "gopher://almanac"))")
      .WHEN(.userTyped("/other.xml"))
      .THEN(\.address, equals: "/other.xml")
      .THEN(\.problem, equals: nil)
      .configure(exhaustivity: .off)
      .WHEN(.userTappedOpen)
      .POP()
      .THEN_Nil(\.form)
      .THEN(\.feed.source, equals: .file(path: "/other.xml"))
      .THEN_Enqueued(\.feed.list, effect: LoadFeed(source: .file(path: "/other.xml")))
      .runTest(assertNoPendingEffects: false)
  }

  @Test func `a feed stays until its favourites are saved`() throws {
    try NewsApp.GIVEN {
      let app = NewsApp.loaded().send(.userTappedChooseFeed)
      app.form?.send(.userTyped("/other.xml"))
      app.feed.favourites.send(.userToggled("oar"))
      return app
    }
    .WHEN(\.form, .userTappedOpen)
    .THEN(\.form?.problem, equals: "Favourites are being saved. Try again in a moment.")
    .WITH(\.feed.favourites)
    .WHEN_EffectCompletes(SaveFavourites.self, with: ["oar"])
    .THEN(\.isSaving, equals: false)
    .THEN(\.unsaved, equals: [:])
    .POP()
    .configure(exhaustivity: .off)
    .WHEN(\.form, .userTappedOpen)
    .THEN_Nil(\.form)
    .runTest(assertNoPendingEffects: false)
  }
}
