import Foundation
import Statoscope

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The source of feeds and stories.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed
  var story: @Sendable (FeedItem.ID) async throws -> String

  static let defaultValue = Network(
    feed: { try JSONDecoder().decode(Feed.self, from: await web("almanac.json")) },
    story: { String(decoding: try await web("\($0).txt"), as: UTF8.self) }
  )

  private static func web(_ page: String) async throws -> Data {
    let site = URL(string: "https://harbour.example/\(page)")
    return try await URLSession.shared.data(from: site ?? URL(filePath: page)).0
  }
}
