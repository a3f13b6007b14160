import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Parses RSS (0.9x, 1.0, 2.0) and Atom, with many deviations.
///
/// The bytes become text (``TextDecoding``), the text is repaired (``XMLRepair``), and then passed to
/// `XMLParser`. A truncated feed keeps its complete articles; it is an error only if there is none. This
/// includes feeds of more than some 10 MB, where libxml2 stops by itself. Nothing in a feed causes the
/// program to load anything.
public enum FeedParser {
  /// The maximum number of articles, which keeps memory bounded; a feed that has more says so in ``Feed/cutAfter``.
  public static let itemLimit = 10_000

  /// Articles that share an `id` are all preserved; the second becomes `id#2`, the third `id#3`.
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
    // The return value differs between platforms; the state of the reader does not.
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
    return Feed(
      title: SafeText.line(title),
      link: link,
      items: withDistinctIdentifiers(items),
      cutAfter: reader.isCut ? itemLimit : nil
    )
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
  /// The base of relative links if the feed has none.
  fileprivate var url: URL? {
    if case .remote(let url) = self { url } else { nil }
  }
}
