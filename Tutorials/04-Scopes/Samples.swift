import Statoscope
import StatoscopeTesting

extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}

extension Feed {
  static let almanac = Feed(title: "The Harbour Almanac", items: [.ferry, .bridge])
}

extension NewsFeed {
  /// A reader with a loaded list.
  static func loaded(
    clock: some Clock<Duration> = TestClock(),
    network: Network = .defaultValue
  ) -> NewsFeed {
    let feed = NewsFeed()
      .injectObject(StateStorage.inMemory())
      .injectObject(NewsClock(ticking: clock))
      .injectObject(network)
    feed.list.send(.feedLoaded(.success(.almanac)))
    return feed
  }
}
