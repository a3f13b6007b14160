import Statoscope

extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}

extension Feed {
  static let almanac = Feed(title: "The Harbour Almanac", items: [.ferry, .bridge])
}

extension NewsFeed {
  /// A reader without traces, whose effects a test ends.
  static func sample() -> NewsFeed {
    NewsFeed()
      .injectObject(StateStorage.inMemory())
      .injectObject(EffectsExecution.enqueueOnly)
  }
}
