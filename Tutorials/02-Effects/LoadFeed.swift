import Foundation
import Statoscope

/// Loads a feed.
struct LoadFeed: Effect {
  let network: Network
  let source: URL

  func runEffect() async throws -> Feed {
    try await network.feed(source)
  }
}
