import Statoscope

/// The answer to the exercise: a story whose position stays within its lines.
final class Story: Scope {
  private(set) var place = NewsFeed.Place(article: "ferry", lines: 40)

  enum When {
    case userScrolled(by: Int)
  }

  func update(_ when: When) throws {
    switch when {
    case .userScrolled(let lines):
      place.position.line = min(max(0, place.position.line + lines), place.lines)
      place.position.isAtEnd = place.position.line == place.lines
    }
  }
}
