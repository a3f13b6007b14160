/// One article of a feed.
struct FeedItem: Identifiable, Equatable, Sendable, Codable {
  let id: String
  let title: String
}
