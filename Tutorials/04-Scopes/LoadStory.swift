import Statoscope

/// Loads the full text of an article.
struct LoadStory: Effect, Equatable {
  @InjectedForEffect private var network: Network
  let id: FeedItem.ID

  init(id: FeedItem.ID) {
    self.id = id
  }

  func runEffect() async throws -> String {
    try await network.story(id)
  }
}
