import NewsReader
import Statoscope
import SwiftUI
import SwiftUITutorial
import Testing

/// The views of the tutorial, used as on a screen.
@MainActor @Suite struct NewsAppViewTests {
  private let app = NewsApp.sample()
  private var window: Window<NewsAppView> { Window { NewsAppView(app: app) } }

  // MARK: The list

  @Test func `opening the window loads the feed, closing it ends what is left`() async {
    let tasks = window.open()
    await app.feed.follow { app.feed.list.loadedAt == nil }
    #expect(window.title == "The Harbour Almanac")
    #expect(window.buttons.contains("The ferry runs again"))
    #expect(!app.feed.favourites.effects.isEmpty)
    tasks.cancel()
    await tasks.value
    #expect(app.feed.favourites.effects.isEmpty)
  }

  @Test func `pulling ends with the load, which shows the articles`() async throws {
    try await window.pull()
    #expect(app.feed.list.isLoading == false)
    #expect(window.title == "The Harbour Almanac")
  }

  @Test func `a failed load shows its reason in the list`() async throws {
    let app = NewsApp.sample(network: .offline)
    let window = Window { NewsAppView(app: app) }
    try await window.pull()
    #expect(window.texts == ["There is no connection."])
  }

  @Test func `a swipe marks an article, which shows its star`() async throws {
    try await window.pull()
    try window.tap("Star", inSwipeOf: "Lost: one oar")
    #expect(window.buttons.contains("★ Lost: one oar"))
  }

  // MARK: The stack

  @Test func `an article is pushed, and going back cancels its story`() async throws {
    try await window.pull()
    try window.tap("The ferry runs again")
    #expect(window.title == "The ferry runs again")
    #expect(window.texts == ["After a week in the dock.", "…"])
    let article = try #require(app.feed.article)
    #expect(article.effects.count == 1)
    try window.goBack()
    #expect(window.title == "The Harbour Almanac")
    #expect(article.effects.isEmpty)
  }

  @Test func `pulling an article loads its story`() async throws {
    try await window.pull()
    try window.tap("The ferry runs again")
    try await window.pull()
    #expect(window.texts == ["After a week in the dock.", "She crosses at eight, noon and five."])
  }

  @Test func `an article above the favourites goes back to them, then to the list`() async throws {
    try await window.pull()
    try window.tap("Star", inSwipeOf: "Lost: one oar")
    try window.tap("Favourites")
    #expect(window.title == "Favourites")
    #expect(window.buttons == ["★ Lost: one oar"])
    try window.tap("★ Lost: one oar")
    #expect(window.title == "Lost: one oar")
    #expect(window.buttons == ["Remove star"])
    try window.goBack()
    #expect(window.title == "Favourites")
    try window.goBack()
    #expect(window.title == "The Harbour Almanac")
  }

  @Test func `the user goes back to the list from two screens above`() throws {
    app.send(.userTappedFavourites)
    app.feed.send(.userOpened(.oar))
    try window.goBack(2)
    #expect(app.path.isEmpty)
  }

  // MARK: The sheet

  @Test func `a sheet that is swiped away leaves the feed as it was`() throws {
    try window.tap("Choose feed")
    try window.type("/other.xml", into: "Address")
    #expect(window.buttons == ["Open", "Cancel"])
    try window.swipeAway()
    #expect(app.form == nil)
    #expect(app.feed.source == .file(path: "/almanac.xml"))
  }

  @Test func `a cancelled form is removed`() throws {
    try window.tap("Choose feed")
    try window.tap("Cancel")
    #expect(app.form == nil)
  }

  @Test func `a sheet shows why an address is refused, and goes with another feed`() throws {
    try window.tap("Choose feed")
    try window.type("gopher://almanac", into: "Address")
    try window.tap("Open")
    #expect(window.texts == ["\(FeedError.unsupportedAddress(text: "gopher://almanac"))"])
    try window.type("/other.xml", into: "Address")
    try window.tap("Open")
    #expect(app.form == nil)
    #expect(app.feed.source == .file(path: "/other.xml"))
  }

  // MARK: Alerts

  @Test(arguments: AlertDismissal.allCases)
  func `an alert shows the core's notice until it is closed`(_ dismissal: AlertDismissal)
    throws
  {
    app.feed.send(.somethingWentWrong("The disk is full."))
    #expect(window.title == "Notice")
    #expect(window.texts == ["The disk is full."])
    try window.tap("OK", alertIsDismissed: dismissal)
    #expect(app.feed.notice == nil)
    #expect(window.title != "Notice")
  }

  @Test(arguments: AlertDismissal.allCases)
  func `an alert's button acts once, whenever the alert goes`(
    _ dismissal: AlertDismissal
  ) throws {
    let removal = StarRemoval().injectObject(EffectsExecution.enqueueOnly)
    removal.favourites.send(.userToggled("ferry"))
    let window = Window { StarRemovalView(item: .ferry, removal: removal) }
    try window.tap("Remove star")
    #expect(window.texts == ["The ferry runs again"])
    try window.tap("Cancel", alertIsDismissed: dismissal)
    #expect(removal.favourites.ids == ["ferry"])
    try window.tap("Remove star")
    try window.tap("Remove", alertIsDismissed: dismissal)
    #expect(removal.favourites.ids == [])
    #expect(window.buttons == ["Remove star"])
  }
}
