import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The source of feeds.
struct Network: Sendable {
  var feed: @Sendable (URL) async throws -> Feed

  static let web = Network { source in
    let (data, _) = try await URLSession.shared.data(from: source)
    return try JSONDecoder().decode(Feed.self, from: data)
  }
}
