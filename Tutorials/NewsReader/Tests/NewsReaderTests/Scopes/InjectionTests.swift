import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// A value injected at the root reaches every scope, unless one of them has its own.
@MainActor @Suite("Injection in the tree")
struct InjectionTests {
  private func network(_ name: String) -> Network {
    Network(
      feed: { _ in Feed(title: "list by \(name)", items: [Sample.ferry]) },
      page: { _ in Data("<p>story by \(name)</p>".utf8) }
    )
  }

  @Test func `a network injected at the root serves the list and the article`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    await readFirstStory(of: feed)
    #expect(feed.list.title == "list by root")
    #expect(feed.article?.story == .loaded("story by root"))
  }

  @Test func `a network injected at the list serves only the list`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    feed.list.injectObject(network("list"))
    await readFirstStory(of: feed)
    #expect(feed.list.title == "list by list")
    #expect(feed.article?.story == .loaded("story by root"))
  }

  @Test func `a network is overridden for the list until its token is released`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    var token: InjectionOverride? = feed.list.override(network("override"))
    await readFirstStory(of: feed)
    #expect(feed.list.title == "list by override")
    #expect(feed.article?.story == .loaded("story by root"))
    withExtendedLifetime(token) {}
    token = nil
    feed.list.send(.userTappedReload)
    await feed.follow { feed.list.isLoading }
    #expect(feed.list.title == "list by root")
  }

  @Test func `an override for the open article ends with its own token only`() async {
    let feed = Sample.newsFeed().injectObject(network("root"))
    await readFirstStory(of: feed)
    let listToken = feed.list.override(network("list"))
    var articleToken = feed.article?.override(network("article"))
    await reload(feed)
    #expect(feed.list.title == "list by list")
    #expect(feed.article?.story == .loaded("story by article"))
    withExtendedLifetime(articleToken) {}
    articleToken = nil
    await reload(feed)
    #expect(feed.list.title == "list by list")
    #expect(feed.article?.story == .loaded("story by root"))
    listToken.cancel()
    await reload(feed)
    #expect(feed.list.title == "list by root")
  }

  @Test func `a storage injected at the favourites overrides that of the root`() async {
    let feed = Sample.newsFeed(favourites: ["oar"])
    feed.favourites.injectObject(Sample.storage(favourites: ["ferry"]))
    feed.send(.userStartedReading)
    await feed.follow { !feed.favourites.isSettled }
    #expect(feed.favourites.ids == ["ferry"])
  }

  @Test func `a clock injected at the list does not affect that of the root`() async {
    let feed = Sample.newsFeed()
    let epoch = Date(timeIntervalSince1970: 0)
    feed.list.injectObject(NewsClock(now: { epoch }, timeZone: .gmt, ticking: TestClock()))
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    #expect(feed.list.loadedAt == epoch)
    #expect(feed.clock.now() == Sample.noon)
  }

  private func reload(_ feed: NewsFeed) async {
    feed.list.send(.userTappedReload)
    feed.article?.send(.userTappedReload)
    await feed.follow { feed.isLoading }
  }

  private func readFirstStory(of feed: NewsFeed) async {
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    feed.list.send(.userTappedOpen)
    await feed.follow { feed.article?.isLoading == true }
  }
}
