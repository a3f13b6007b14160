import Foundation

/// One article, with an `id` that is stable across reloads.
///
/// The `id` is the feed's own (`guid`, Atom `id`), else the link, else a digest of title and date. Read marks
/// and selections should use it, because positions in the list change with every reload.
public struct FeedItem: Sendable, Hashable, Codable, Identifiable {
  /// An identifier that is unique within the feed.
  public var id: String
  /// One line, never empty: an article without a title uses the beginning of its summary.
  public var title: String
  /// The address of the full article; `http` and `https` only.
  public var link: URL?
  /// `nil` where the feed gives no date, or an invalid one.
  public var published: Date?
  /// Plain text, whatever format the publisher sent.
  ///
  /// Paragraphs are separated by an empty line, line breaks are single newlines.
  public var summary: String

  /// Creates an article from strings without cleaning them.
  public init(id: String, title: String, link: URL? = nil, published: Date? = nil, summary: String = "") {
    self.id = id
    self.title = title
    self.link = link
    self.published = published
    self.summary = summary
  }
}
