import Statoscope

/// Where feeds and stories come from, and letters go; in this tutorial, nowhere.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed
  var story: @Sendable (FeedItem.ID) async throws -> String
  var letter: @Sendable (_ about: FeedItem.ID, _ text: String) async throws -> Void

  static let defaultValue = Network(feed: { .almanac }, story: { _ in "" }, letter: { _, _ in })
}
