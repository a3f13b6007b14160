import Foundation

/// The known parts of an article, or of the feed itself, while its elements are being parsed.
///
/// The first of two titles or links counts: later ones usually belong to quoted material.
struct ItemDraft {
  var base: URL?
  private var title = ""
  private(set) var link = ""
  private var identifier = ""
  private var identifierIsLink = false
  private var summary = ""
  private var content = ""
  private var date: (rank: Int, text: String)?

  init(base: URL?) {
    self.base = base
  }

  mutating func take(_ capture: TextCapture, attributes: [String: String]) {
    switch capture.role {
    case .title where title.isEmpty: title = SafeText.line(capture.words)
    case .summary where summary.isEmpty: summary = SafeText.paragraphs(capture.words)
    case .content where content.isEmpty: content = SafeText.paragraphs(capture.words)
    case .link: takeLink(capture.raw, attributes: attributes)
    case .identifier where identifier.isEmpty:
      identifier = capture.raw
      identifierIsLink = attributes["isPermaLink"]?.lowercased() != "false"
    case .date(let rank) where rank < date?.rank ?? .max && !capture.raw.isEmpty: date = (rank, capture.raw)
    default: break
    }
  }

  /// Atom has the address in `href` and its purpose in `rel`; RSS has it as text.
  private mutating func takeLink(_ text: String, attributes: [String: String]) {
    guard link.isEmpty, (attributes["rel"] ?? "alternate") == "alternate" else { return }
    link = attributes["href"].map(SafeText.line) ?? text
  }

  var feedTitle: String? { title.isEmpty ? nil : title }

  /// `base` is the base of relative links if the article has no `xml:base`.
  func item(feedBase: URL?) -> FeedItem {
    var address = URL.webAddress(link, relativeTo: base ?? feedBase)
    if address == nil, identifierIsLink { address = URL.webAddress(identifier, relativeTo: nil) }
    return FeedItem(
      id: identity(link: address),
      title: shownTitle,
      link: address,
      published: date.flatMap { FeedDate.date(from: $0.text) },
      summary: summary.isEmpty ? content : summary
    )
  }

  private func identity(link: URL?) -> String {
    if !identifier.isEmpty { return identifier }
    if let link { return link.absoluteString }
    return "digest:" + StableDigest.hexadecimal(of: title + "\n" + (date?.text ?? ""))
  }

  private var shownTitle: String {
    if !title.isEmpty { return title }
    let text = summary.isEmpty ? content : summary
    guard let line = text.split(separator: "\n").first else { return "Untitled" }
    return line.count > 80 ? line.prefix(79) + "…" : String(line)
  }
}

extension URL {
  /// The full address, or `nil` for anything but a web address.
  static func webAddress(_ text: String, relativeTo base: URL?) -> URL? {
    guard !text.isEmpty, let url = URL(string: text, relativeTo: base)?.absoluteURL, url.isWebAddress else {
      return nil
    }
    return url
  }
}
