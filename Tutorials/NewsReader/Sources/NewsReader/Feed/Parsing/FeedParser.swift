import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads RSS (0.9x, 1.0, 2.0) and Atom, however carelessly they were written.
///
/// The bytes become text (``TextDecoding``), the text is repaired (``XMLRepair``), and only then does
/// `XMLParser` see it. A feed that breaks off keeps the articles that are complete; it is an error only when
/// there is none. That also goes for feeds of more than some 10 MB, where libxml2 stops by itself. Nothing in
/// a feed makes the program fetch anything.
public enum FeedParser {
  /// Articles after the ten thousandth are left out: nobody reads that far, and memory stays bounded.
  public static let itemLimit = 10_000

  /// Articles that share an `id` are all kept; the second becomes `id#2`, the third `id#3`.
  public static func parse(_ data: Data, source: FeedSource) throws(FeedError) -> Feed {
    let xml: [UInt8]
    switch XMLRepair.repair(TextDecoding.text(of: data)) {
    case .success(let repaired): xml = repaired
    case .failure(let refusal): throw .notAFeed(source: source, reason: refusal.reason)
    }
    let reader = FeedReader(base: source.url)
    let parser = XMLParser(data: Data(xml))
    parser.shouldProcessNamespaces = false
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    // What it returns differs between platforms; what the reader has seen does not.
    _ = parser.parse()
    return try feed(from: reader, source: source)
  }

  private static func feed(from reader: FeedReader, source: FeedSource) throws(FeedError) -> Feed {
    guard !reader.items.isEmpty else {
      if reader.isComplete { throw .emptyFeed(source: source) }
      let breach = "it breaks off before the end of its first article"
      throw .notAFeed(source: source, reason: reader.problem ?? breach)
    }
    let link = URL.webAddress(reader.channel.link, relativeTo: reader.channel.base)
    let items = reader.items.map { $0.item(feedBase: link ?? reader.channel.base) }
    let title = reader.channel.feedTitle ?? link?.host() ?? "Untitled feed"
    return Feed(title: SafeText.line(title), link: link, items: withDistinctIdentifiers(items))
  }

  private static func withDistinctIdentifiers(_ items: [FeedItem]) -> [FeedItem] {
    var taken = Set(items.map(\.id))
    var counts: [String: Int] = [:]
    return items.map { item in
      var item = item
      let id = item.id
      let earlier = counts[id, default: 0]
      if earlier > 0 {
        var number = earlier
        repeat { number += 1 } while taken.contains("\(id)#\(number)")
        item.id = "\(id)#\(number)"
        taken.insert(item.id)
        counts[id] = number
      } else {
        counts[id] = 1
      }
      return item
    }
  }
}

extension FeedSource {
  /// What relative links mean when the feed itself does not say.
  fileprivate var url: URL? {
    if case .remote(let url) = self { url } else { nil }
  }
}
