/// One article of a feed.
struct FeedItem: Identifiable, Equatable, Sendable {
  let id: String
  let title: String
}
