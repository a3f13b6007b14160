extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}
