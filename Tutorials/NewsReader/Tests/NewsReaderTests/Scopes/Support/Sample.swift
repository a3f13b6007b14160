import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting

/// Three articles, and what the tests put in place of the world around them.
enum Sample {
  static let ferryPage = URL(filePath: "/ferry.html")
  static let ferry = FeedItem(
    id: "ferry",
    title: "The ferry runs again",
    link: ferryPage,
    published: Date(timeIntervalSince1970: 1_774_078_200),
    summary: "She crosses at eight, noon and five."
  )
  static let oar = FeedItem(id: "oar", title: "Lost: one oar", summary: "Blue, sentimental.")
  static let bridge = FeedItem(
    id: "bridge",
    title: "Café bakes the bridge",
    published: Date(timeIntervalSince1970: 1_773_997_200)
  )
  static let feed = Feed(title: "The Harbour Almanac", items: [ferry, oar, bridge])

  /// The first article in a window of at least 40 columns, without its story.
  static let ferryLines = [
    Line("The ferry runs again", .bold),
    Line("Saturday 21 March 2026, 07:30", .dim),
    Line("file:///ferry.html", .underline),
    Line(),
    "She crosses at eight, noon and five.",
  ]

  /// From the root on: with the last feed is kept where it came from, and that is to read the same on each machine.
  static let source = FeedSource.file(path: "/news.xml")
  static var page: Data { Data("<html><body><p>The whole story.</p></body></html>".utf8) }

  /// Noon on 21 March 2026, and it stays so; the spinner turns only by a clock that a test holds.
  static func clock(ticking: any Clock<Duration> = TestClock()) -> NewsClock {
    NewsClock(now: { noon }, timeZone: .gmt, ticking: ticking)
  }

  static let noon = Date(timeIntervalSince1970: 1_774_094_400)

  static let network = Network(feed: { _ in feed }, page: { _ in page })

  /// A tree that touches nothing outside itself.
  static func newsFeed(source: FeedSource = source, favourites: Set<String> = []) -> NewsFeed {
    NewsFeed(source: source)
      .injectObject(network)
      .injectObject(clock())
      .injectObject(storage(favourites: favourites))
  }

  /// A storage in memory in which some articles are favourites.
  static func storage(favourites: Set<String> = []) -> StateStorage {
    let storage = StateStorage.inMemory()
    // In memory nothing fails.
    _ = try? storage.markFavourites(favourites.reduce(into: [:]) { $0[$1] = true })
    return storage
  }

  /// A tree that touches nothing outside itself, of a reader who has been there before.
  static func newsFeed(lastFeed: Feed) -> NewsFeed {
    let storage = storage()
    let before = newsFeed().injectObject(storage).injectObject(EffectsExecution.enqueueOnly)
    before.list.send(.feedLoaded(.success(lastFeed)))
    return newsFeed().injectObject(storage)
  }
}
