import Foundation

/// A list of articles as one publisher offers it, already cleaned for showing.
///
/// Every string in it has passed through ``SafeText``, so it may be written to a terminal as it stands.
public struct Feed: Sendable, Equatable, Codable {
  /// What the publisher calls it, on one line; never empty.
  public var title: String
  /// The publisher's own page, when the feed names one by `http` or `https`.
  public var link: URL?
  /// The articles in the publisher's order, which is mostly the newest first.
  public var items: [FeedItem]

  /// Takes the strings as they are, without cleaning them.
  public init(title: String, link: URL? = nil, items: [FeedItem]) {
    self.title = title
    self.link = link
    self.items = items
  }
}
