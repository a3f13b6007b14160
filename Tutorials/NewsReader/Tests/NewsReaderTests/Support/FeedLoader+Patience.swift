import Foundation
import NewsReader

extension FeedLoader {
  /// Loads with all the time in the world: what is tested is not the time limit, and the machine may be busy.
  static func patientlyLoad(_ source: FeedSource) async throws -> Data {
    try await load(source, timeLimit: .seconds(86_400))
  }
}

extension Network {
  /// The real one, with all the time in the world.
  static let patient = Network(
    feed: { try await FeedLoader.feed(from: $0, timeLimit: .seconds(86_400)) },
    page: { try await FeedLoader.patientlyLoad(.remote($0)) }
  )
}
