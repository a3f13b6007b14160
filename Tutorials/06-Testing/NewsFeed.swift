import Statoscope

/// The reader of the examples: a list, a row for each article, and the reading position.
final class NewsFeed: Scope {
  enum When {
    case userStartedReading
    case userOpened(FeedItem.ID, page: Int)
    case userScrolled(by: Int)
    case articlesCame([String])
    case storyLoaded(Result<Int, any Error>)
    case userQuit
  }

  struct Place: Equatable {
    var article: FeedItem.ID = "none"
    var lines = 0
    var position = Position(line: 0)
  }

  struct Position: Equatable {
    var line: Int
    var isAtEnd = false
  }

  private(set) var isReading = false
  private(set) var place = Place()
  private(set) var titles = ["Ferry", "Bridge", "Fog", "Oars", "Market", "Low tide"]
  private(set) var notice = "Nothing is open."
  @Subscope var rows = [ItemRow(), ItemRow()]

  func update(_ when: When) throws {
    switch when {
    case .userStartedReading:
      isReading = true
      notice =
        "Good morning. Your feed was fetched at night, so that it is here before the first boat leaves."
    case .userOpened(let id, let page):
      guard isReading else { throw InvalidStateError() }
      place = Place(article: id, lines: 40)
      effectsState.enqueue(LoadStory(id: id, page: page).mapToResult().map(When.storyLoaded))
    case .userScrolled(let lines):
      place.position.line += lines
      place.position.isAtEnd = place.position.line == place.lines
    case .articlesCame(let new):
      // Those on top are pinned.
      titles.insert(contentsOf: new, at: 3)
    case .storyLoaded(.success(let lines)):
      place.lines = lines
    case .storyLoaded(.failure):
      place = Place()
    case .userQuit:
      isReading = false
    }
  }
}

/// One row of the list, with a preview of its article.
final class ItemRow: Scope {
  enum When {
    case userPointed
    case previewLoaded(String)
    case follow
    case unfollow
  }

  private(set) var preview = "…"
  private(set) var isPointedAt = false
  private var onPreview: (() -> Void)?

  func update(_ when: When) throws {
    switch when {
    case .userPointed:
      isPointedAt = true
      effectsState.enqueue(LoadPreview(length: 40).map(When.previewLoaded))
    case .previewLoaded(let text):
      preview = text
      onPreview?()
    case .follow:
      // A mistake: the closure retains the row, which retains the closure.
      onPreview = { self.isPointedAt = false }
    case .unfollow:
      onPreview = nil
    }
  }
}

/// One article of a feed.
struct FeedItem: Identifiable {
  let id: String
}

/// Loads one page of a story, and returns the number of its lines.
struct LoadStory: Effect, Equatable {
  let id: FeedItem.ID
  let page: Int
  func runEffect() async throws -> Int { 40 }
}

/// Loads the beginning of a story.
struct LoadPreview: Effect, Equatable {
  let length: Int
  func runEffect() async throws -> String { "" }
}

/// The reason why a place is invalid.
struct PastTheEnd: Error {
  let lines: Int
}

/// The reason why a story was not loaded.
struct Offline: Error {}
