import Statoscope

/// Loads and parses a feed.
package struct LoadFeed: Effect, Equatable {
  @InjectedForEffect private var network: Network
  package let source: FeedSource

  package init(source: FeedSource) {
    self.source = source
  }

  package func runEffect() async throws -> Feed {
    try await network.feed(source)
  }
}
