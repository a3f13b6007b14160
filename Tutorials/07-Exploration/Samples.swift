extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}

extension Feed {
  static let almanac = Feed(title: "The Harbour Almanac", items: [.ferry, .bridge])
}

struct Offline: Error, Equatable {}
