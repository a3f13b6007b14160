import Foundation

/// The last loaded feed, shown until it is loaded again.
package struct LastFeed: Codable, Sendable, Equatable {
  private var place: String
  private(set) var feed: Feed
  private(set) var loadedAt: Date

  /// Remembers a feed that has just been loaded.
  package init(_ feed: Feed, from source: FeedSource, at date: Date) {
    place = LastFeed.place(of: source)
    self.feed = feed
    loadedAt = date
  }

  /// Indicates whether it was loaded from a source.
  func isFrom(_ source: FeedSource) -> Bool {
    place == LastFeed.place(of: source)
  }

  /// An identifier that does not depend on the working directory.
  private static func place(of source: FeedSource) -> String {
    if case .file(let path) = source {
      URL(fileURLWithPath: path).standardizedFileURL.path
    } else {
      "\(source)"
    }
  }
}
