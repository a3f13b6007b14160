/// A list of articles as one publisher offers it.
struct Feed: Equatable, Sendable, Codable {
  let title: String
  let items: [FeedItem]
}
