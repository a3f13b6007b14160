import Statoscope

/// The source of feeds and stories, and the destination of letters; unused in this tutorial.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed
  var story: @Sendable (FeedItem.ID) async throws -> String
  var letter: @Sendable (_ about: FeedItem.ID, _ text: String) async throws -> Void

  static let defaultValue = Network(feed: { .almanac }, story: { _ in "" }, letter: { _, _ in })
}
