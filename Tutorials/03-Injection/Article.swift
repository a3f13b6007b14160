import Statoscope

/// One article that the user has opened.
final class Article: Scope {
  let item: FeedItem
  private(set) var story = "…"

  init(item: FeedItem) {
    self.item = item
  }

  enum When {
    case userOpened
    case storyLoaded(Result<String, any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .userOpened:
      effectsState.enqueue(LoadStory(id: item.id).mapToResult().map(When.storyLoaded))
    case .storyLoaded(.success(let text)):
      story = text
    case .storyLoaded(.failure(let error)):
      story = "No story: \(error)"
    }
  }
}
