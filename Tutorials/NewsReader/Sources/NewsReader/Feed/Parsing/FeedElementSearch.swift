extension ByteScanner {
  /// Moves to the outermost element of a feed; returns the reason if there is none.
  ///
  /// Preceding content is mostly ignored: declarations, comments, a document type, the warnings of a broken
  /// server. Only entity declarations are refused, because text that relies on them would be wrong.
  mutating func advanceToFeedElement() -> XMLRepair.Refusal? {
    var firstName: String?
    while true {
      advance(to: UInt8(ascii: "<"))
      if isAtEnd { return .init(reason: Self.reason(firstName: firstName)) }
      if isAt("<!--") {
        advance(past: "-->")
      } else if isAt("<!ENTITY") {
        return .init(reason: "it declares entities of its own, which are never expanded for safety's sake")
      } else if isAtOpeningTag() {
        let name = peekName()
        if Self.feedElements.contains(name.split(separator: ":").last ?? "") { return nil }
        firstName = firstName ?? name
        advance()
      } else {
        advance()
      }
    }
  }

  private func peekName() -> String {
    var copy = self
    copy.advance()
    return copy.takeName()
  }

  private static let feedElements: Set<Substring> = ["rss", "feed", "RDF"]

  private static func reason(firstName: String?) -> String {
    switch firstName?.lowercased() {
    case nil: "there is no XML in it"
    case "html", "head", "body": "it is a web page; the address of its feed may be found there"
    case let name?: "it begins with <\(name.prefix(40))>, where <rss>, <feed> or <rdf:RDF> is needed"
    }
  }
}
