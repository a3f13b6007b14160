import Foundation
import NewsReader

extension FeedLoader {
  /// Loads with all the time in the world: what is tested is not the time limit, and the machine may be busy.
  static func patientlyLoad(_ source: FeedSource) async throws -> Data {
    try await load(source, timeLimit: .seconds(86_400))
  }
}
