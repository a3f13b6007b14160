import Foundation

/// Extracts the readable part of a web page.
enum StoryText {
  /// The maximum length; a page may have any size.
  static let limit = 100_000

  static func text(of page: Data) throws(StoryError) -> String {
    let html = TextDecoding.text(of: page.prefix(4 * 1024 * 1024))
    guard !page.contains(0), html.contains(/<(?i:html|body|p|div|article)\b/) else { throw .notAPage }
    let story = SafeText.paragraphs(HTMLText.plain(String(heart(of: html))))
    guard !story.isEmpty else { throw .noText }
    return story.count > limit ? "\(story.prefix(limit))…" : story
  }

  /// Returns the content of `<article>`, else of `<main>`, else of `<body>`; without any of them, the whole
  /// page.
  private static func heart(of html: String) -> Substring {
    for name in ["article", "main", "body"] {
      let opening = html.range(of: "<\(name)(\\s[^>]*)?>", options: [.regularExpression, .caseInsensitive])
      guard let opening else { continue }
      let rest = html[opening.upperBound...]
      let closing = rest.range(of: "</\(name)", options: [.caseInsensitive, .backwards])
      return rest[..<(closing?.lowerBound ?? rest.endIndex)]
    }
    return html[...]
  }
}

/// The reason why a page has no story.
enum StoryError: Error, Equatable, CustomStringConvertible {
  case notAPage
  case noText

  var description: String {
    switch self {
    case .notAPage: "The link leads to something that is not a web page."
    case .noText: "There is no text on the page; it may need a browser."
    }
  }
}
