import Statoscope

extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}

extension Feed {
  static let almanac = Feed(title: "The Harbour Almanac", items: [.ferry, .bridge])
}

extension NewsFeed {
  /// A reader with its list on the screen.
  static func loaded() -> NewsFeed {
    let feed = NewsFeed().injectObject(StateStorage.inMemory())
    feed.list.send(.feedLoaded(.success(.almanac)))
    return feed
  }
}
