import Statoscope

/// Where feeds and stories come from; in this tutorial, from nowhere.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed
  var story: @Sendable (FeedItem.ID) async throws -> String

  static let defaultValue = Network(feed: { .almanac }, story: { _ in "" })
}
