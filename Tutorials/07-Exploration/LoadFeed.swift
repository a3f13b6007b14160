import Statoscope

/// Loads the feed.
struct LoadFeed: Effect, Equatable {
  @InjectedForEffect private var network: Network

  func runEffect() async throws -> Feed {
    try await network.feed()
  }
}
