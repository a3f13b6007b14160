import Foundation

/// The feed as it came the last time, to be shown until it has come again.
struct LastFeed: Codable, Sendable, Equatable {
  private var place: String
  private(set) var feed: Feed
  private(set) var loadedAt: Date

  init(_ feed: Feed, from source: FeedSource, at date: Date) {
    place = LastFeed.place(of: source)
    self.feed = feed
    loadedAt = date
  }

  /// Whether it came from there.
  func isFrom(_ source: FeedSource) -> Bool {
    place == LastFeed.place(of: source)
  }

  /// The same wherever the program is started.
  private static func place(of source: FeedSource) -> String {
    if case .file(let path) = source {
      URL(fileURLWithPath: path).standardizedFileURL.path
    } else {
      "\(source)"
    }
  }
}
