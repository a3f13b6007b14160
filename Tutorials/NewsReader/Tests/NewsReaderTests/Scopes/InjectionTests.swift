import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// What is injected at the root reaches every scope, until one of them gets something of its own.
@MainActor @Suite("Injection in the tree", .timeLimit(.minutes(1)))
struct InjectionTests {
  private func network(_ name: String) -> Network {
    Network(
      feed: { _ in Feed(title: "list by \(name)", items: [Sample.ferry]) },
      page: { _ in Data("<p>story by \(name)</p>".utf8) }
    )
  }

  @Test func `a network given to the root serves the list and the article`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    await readFirstStory(of: feed)
    #expect(feed.list.title == "list by root")
    #expect(feed.article?.story == .loaded("story by root"))
  }

  @Test func `a network given to the list, one level down, serves the list alone`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    feed.list.injectObject(network("list"))
    await readFirstStory(of: feed)
    #expect(feed.list.title == "list by list")
    #expect(feed.article?.story == .loaded("story by root"))
  }

  @Test func `a store given to the favourites goes before that of the root`() async {
    let feed = Sample.newsFeed(favourites: ["oar"])
    feed.favourites.injectObject(FavouritesStore.inMemory(["ferry"]))
    feed.send(.userStartedReading)
    await feed.follow { !feed.favourites.isSettled }
    #expect(feed.favourites.ids == ["ferry"])
  }

  @Test func `a clock given to the list does not move that of the root`() async {
    let feed = Sample.newsFeed()
    let epoch = Date(timeIntervalSince1970: 0)
    feed.list.injectObject(NewsClock(now: { epoch }, timeZone: .gmt, ticking: TestClock()))
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    #expect(feed.list.loadedAt == epoch)
    #expect(feed.clock.now() == Sample.noon)
  }

  private func readFirstStory(of feed: NewsFeed) async {
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    feed.list.send(.userTappedOpen)
    await feed.follow { feed.article?.isLoading == true }
  }
}
