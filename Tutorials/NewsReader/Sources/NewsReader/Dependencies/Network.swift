import Foundation
import Statoscope

/// The source of feeds and of the pages they link to.
///
/// A struct of closures rather than a protocol: a test replaces a single function.
package struct Network: Injectable, Sendable {
  package var feed: @Sendable (FeedSource) async throws -> Feed
  package var page: @Sendable (URL) async throws -> Data

  package init(
    feed: @escaping @Sendable (FeedSource) async throws -> Feed,
    page: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.feed = feed
    self.page = page
  }

  package static let defaultValue = Network(
    feed: { try await FeedLoader.feed(from: $0) },
    page: { try await FeedLoader.load(.remote($0)) }
  )
}
