import Statoscope

/// A scope of a chain, which may hold the next one.
final class Link: Scope {
  enum When { case nothing }
  @Subscope var next: Link?

  init(_ next: Link?) {
    _next = Subscope(wrappedValue: next)
  }

  func update(_ when: When) throws {}

  static func chain(_ length: Int) -> Link {
    (1..<length).reduce(Link(nil)) { link, _ in Link(link) }
  }
}
