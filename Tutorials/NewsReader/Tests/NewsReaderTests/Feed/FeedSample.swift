import Foundation
import NewsReader

/// Short ways to write a feed down in a test.
enum FeedSample {
  static let address = "https://news.example/feeds/all.xml"

  static func parse(_ data: Data) throws -> Feed {
    let url = try FeedSource(argument: address)
    return try FeedParser.parse(data, source: url)
  }

  static func parse(_ text: String) throws -> Feed {
    try parse(Data(text.utf8))
  }

  /// The one article of an RSS feed that holds `content`.
  static func item(_ content: String) throws -> FeedItem {
    try parse(rss("<item>\(content)</item>")).items[0]
  }

  /// The one article of an Atom feed that holds `content`.
  static func entry(_ content: String) throws -> FeedItem {
    try parse("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(content)</entry></feed>").items[0]
  }

  static func rss(_ content: String) -> String {
    "<?xml version='1.0'?><rss version='2.0'><channel><title>Sample</title>\(content)</channel></rss>"
  }

  /// Seconds since 1970, which are easier to compare than dates.
  static func seconds(_ date: String) throws -> Int? {
    try item("<title>t</title><pubDate>\(date)</pubDate>").published.map { Int($0.timeIntervalSince1970) }
  }
}
