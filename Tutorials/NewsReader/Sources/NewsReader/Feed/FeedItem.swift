import Foundation

/// One article, known by an `id` that survives a reload.
///
/// The `id` is the feed's own (`guid`, Atom `id`), else the link, else a digest of title and date. It is what
/// marks of "read" and selections should be kept by; positions in the list change with every reload.
public struct FeedItem: Sendable, Hashable, Codable, Identifiable {
  /// Unlike that of every other article of the same feed.
  public var id: String
  /// One line, never empty: an article without a title borrows the beginning of its summary.
  public var title: String
  /// Where the article is to be read in full; `http` and `https` only.
  public var link: URL?
  /// `nil` where the feed gives no date, or none that makes sense.
  public var published: Date?
  /// Plain text, whatever the publisher sent.
  ///
  /// Paragraphs are divided by an empty line, broken lines by a single newline.
  public var summary: String

  /// Takes the strings as they are, without cleaning them.
  public init(id: String, title: String, link: URL? = nil, published: Date? = nil, summary: String = "") {
    self.id = id
    self.title = title
    self.link = link
    self.published = published
    self.summary = summary
  }
}
