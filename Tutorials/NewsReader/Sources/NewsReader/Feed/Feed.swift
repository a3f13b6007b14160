import Foundation

/// A list of articles from one publisher, with cleaned strings.
///
/// Every string has passed through ``SafeText``, so it can be written to a terminal directly.
public struct Feed: Sendable, Equatable, Codable {
  /// The publisher's title, on one line; never empty.
  public var title: String
  /// The publisher's own page, if the feed names one with `http` or `https`.
  public var link: URL?
  /// The articles in the publisher's order, usually the newest first.
  public var items: [FeedItem]
  /// The number of articles after which the publisher's list was cut; nil if it is complete.
  public var cutAfter: Int?

  /// Creates a feed from strings without cleaning them.
  public init(title: String, link: URL? = nil, items: [FeedItem], cutAfter: Int? = nil) {
    self.title = title
    self.link = link
    self.items = items
    self.cutAfter = cutAfter
  }
}
