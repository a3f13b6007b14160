import Foundation
import Statoscope

/// Brings a feed from where it is.
struct LoadFeed: Effect {
  let network: Network
  let source: URL

  func runEffect() async throws -> Feed {
    try await network.feed(source)
  }
}
