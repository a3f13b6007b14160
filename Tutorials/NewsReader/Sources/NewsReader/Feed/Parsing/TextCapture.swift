/// Collects the text of one element while it is parsed, including markup.
struct TextCapture {
  /// The format of the text.
  ///
  /// RSS always means HTML; Atom declares it in `type`.
  enum Kind {
    case plain, html
    /// Markup as real elements.
    ///
    /// The text between them is plain, so its `<` must not become tags.
    case elements

    init(type: String?, isAtom: Bool) {
      switch type?.lowercased() {
      case "html", "text/html": self = .html
      case "xhtml", "application/xhtml+xml": self = .elements
      case "text", "text/plain": self = .plain
      default: self = isAtom ? .plain : .html
      }
    }
  }

  let role: FeedVocabulary.Role
  let depth: Int
  private(set) var kind: Kind
  private var text = ""

  init(role: FeedVocabulary.Role, depth: Int, kind: Kind) {
    self.role = role
    self.depth = depth
    self.kind = kind
  }

  mutating func append(_ characters: String) {
    text += kind == .elements ? Self.escaped(characters) : characters
  }

  mutating func appendTag(_ name: String, closing: Bool) {
    // Elements in a text declared as plain: the publisher forgot to escape them.
    if kind == .plain { kind = .html }
    let local = name.split(separator: ":").last ?? ""
    text += closing ? "</\(local)>" : "<\(local)>"
  }

  /// The raw text, for links, dates and identifiers.
  var raw: String { SafeText.line(text) }

  /// The text for a reader; not yet cleaned by ``SafeText``.
  var words: String { kind == .plain ? text : HTMLText.plain(text) }

  private static func escaped(_ characters: String) -> String {
    characters.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
