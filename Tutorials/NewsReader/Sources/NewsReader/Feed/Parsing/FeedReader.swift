import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The delegate of the XML parser, which collects the complete articles.
///
/// An article counts only when its end has been seen, so an incomplete article is never shown.
final class FeedReader: NSObject, XMLParserDelegate {
  /// The maximum depth, because an attack may nest deeply: libxml2 itself accepts a million levels.
  static let depthLimit = 200

  private(set) var channel: ItemDraft
  private(set) var items: [ItemDraft] = []
  private(set) var isComplete = false
  /// Indicates whether there are more articles than the limit.
  private(set) var isCut = false
  /// The problem of the feed, as a text for the user.
  private(set) var problem: String?

  private var vocabulary = FeedVocabulary()
  private var roles: [FeedVocabulary.Role?] = []
  private var bases: [(depth: Int, url: URL)] = []
  private var item: ItemDraft?
  private var capture: TextCapture?
  private var captureAttributes: [String: String] = [:]
  private var isAtom = false
  private var isStopped = false

  init(base: URL?) {
    channel = ItemDraft(base: base)
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    guard !isStopped else { return }
    guard roles.count < Self.depthLimit else {
      stop(parser, because: "its elements are nested more than \(Self.depthLimit) deep")
      return
    }
    vocabulary.learn(attributes)
    let parent = roles.last ?? nil
    let role = vocabulary.role(of: name)
    roles.append(role)
    rebase(attributes["xml:base"], at: role)
    if roles.count == 1 {
      isAtom = name.hasSuffix("feed")
    } else if capture != nil {
      capture?.appendTag(name, closing: false)
    } else if role == .item, item == nil, parent == .root || parent == .channel {
      guard items.count < FeedParser.itemLimit else {
        isCut = true
        return stop(parser, because: nil)
      }
      item = ItemDraft(base: bases.last?.url)
    } else if let role, parent == .item || (item == nil && (parent == .channel || parent == .root)) {
      begin(role, attributes)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    capture?.append(characters)
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    capture?.append(String(decoding: block, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard !isStopped else { return }
    if capture?.depth == roles.count {
      endCapture()
    } else if capture != nil {
      capture?.appendTag(name, closing: true)
    } else if roles.last == .item, roles.count(where: { $0 == .item }) == 1, let ended = item {
      items.append(ended)
      item = nil
    }
    if bases.last?.depth == roles.count { bases.removeLast() }
    _ = roles.popLast()
    if roles.isEmpty { isComplete = true }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // A truncated feed is recognized by its missing end, and undeclared prefixes (200 and above) are
    // accepted. The first other problem is the cause of all later ones.
    let code = (error as NSError).code
    guard code < 200, code != XMLParser.ErrorCode.prematureDocumentEndError.rawValue else { return }
    problem = problem ?? "its XML is broken at line \(parser.lineNumber)"
  }

  private func begin(_ role: FeedVocabulary.Role, _ attributes: [String: String]) {
    switch role {
    case .root, .channel, .item: return
    default: break
    }
    let kind = TextCapture.Kind(type: attributes["type"], isAtom: isAtom)
    capture = TextCapture(role: role, depth: roles.count, kind: kind)
    captureAttributes = attributes
  }

  private func endCapture() {
    guard let ended = capture else { return }
    capture = nil
    if item != nil {
      item?.take(ended, attributes: captureAttributes)
    } else {
      channel.take(ended, attributes: captureAttributes)
    }
  }

  private func rebase(_ text: String?, at role: FeedVocabulary.Role?) {
    let outer = bases.last?.url ?? channel.base
    guard let text, let url = URL.webAddress(SafeText.line(text), relativeTo: outer) else { return }
    bases.append((roles.count, url))
    if role == .root || role == .channel { channel.base = url }
  }

  private func stop(_ parser: XMLParser, because reason: String?) {
    isStopped = true
    problem = problem ?? reason
    parser.abortParsing()
  }
}
