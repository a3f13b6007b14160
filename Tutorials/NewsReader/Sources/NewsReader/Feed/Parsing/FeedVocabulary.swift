/// The meaning of an element, whatever prefix its publisher chose.
///
/// Prefixes are looked up in the declarations so far; an undeclared prefix has its customary meaning.
/// Elements without a prefix always belong to the feed, because the default namespaces of RSS were never
/// standardized. Foreign elements (`media:title`, `itunes:summary`) have no role.
struct FeedVocabulary {
  enum Role: Equatable {
    case root, channel, item
    case title, link, identifier, summary, content
    /// The lower the rank, the closer to the date of publication.
    case date(rank: Int)
  }

  private var addresses: [Substring: String] = [
    "atom": atom, "rss": rss, "rdf": rdf, "dc": dublinCore, "content": contentModule,
  ]

  mutating func learn(_ attributes: [String: String]) {
    for (name, address) in attributes where name.hasPrefix("xmlns:") {
      addresses[name.dropFirst("xmlns:".count)] = address
    }
  }

  func role(of qualifiedName: String) -> Role? {
    let parts = qualifiedName.split(separator: ":", maxSplits: 1)
    guard let name = parts.last?.lowercased() else { return nil }
    guard parts.count == 2 else { return Self.feed[name] }
    switch addresses[parts[0]] {
    case Self.dublinCore: return name == "date" ? .date(rank: 1) : nil
    case Self.contentModule: return name == "encoded" ? .content : nil
    case let address? where Self.feedAddresses.contains(address): return Self.feed[name]
    default: return nil
    }
  }

  private static let atom = "http://www.w3.org/2005/Atom"
  private static let rss = "http://purl.org/rss/1.0/"
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let contentModule = "http://purl.org/rss/1.0/modules/content/"
  private static let feedAddresses: Set = [
    atom, rss, rdf, "http://purl.org/atom/ns#", "http://my.netscape.com/rdf/simple/0.9/",
  ]

  private static let feed: [String: Role] = [
    "rss": .root, "feed": .root, "rdf": .root, "channel": .channel, "item": .item, "entry": .item,
    "title": .title, "link": .link, "guid": .identifier, "id": .identifier,
    "description": .summary, "summary": .summary, "content": .content,
    "pubdate": .date(rank: 0), "published": .date(rank: 0), "issued": .date(rank: 0),
    "created": .date(rank: 1), "updated": .date(rank: 2), "modified": .date(rank: 2),
  ]
}
