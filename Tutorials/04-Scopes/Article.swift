import Statoscope

/// One article that the user has opened.
final class Article: Scope {
  let item: FeedItem
  private(set) var story = "…"

  @Superscope var feed: NewsFeed?
  @Slice(\NewsFeed.favourites.ids) private var favouriteIDs: Set<FeedItem.ID>
  @Slice(\NewsFeed.textSize, set: NewsFeed.When.userSetTextSize) var textSize: Int

  init(item: FeedItem) {
    self.item = item
  }

  enum When {
    case userOpened
    case storyLoaded(Result<String, any Error>)
    case userTappedStar
    case userPinched(by: Int)
    case userTappedMemos
    case userTappedWrite
  }

  func update(_ when: When) throws {
    switch when {
    case .userOpened:
      effectsState.enqueue(LoadStory(id: item.id).mapToResult().map(When.storyLoaded))
    case .storyLoaded(.success(let text)):
      story = text
    case .storyLoaded(.failure(let error)):
      story = "No story: \(error)"
    case .userTappedStar:
      feed?.favourites.send(.userToggled(item.id))
    case .userPinched(let distance):
      textSize += distance
    case .userTappedMemos:
      try feed?.trySend(.userOpenedMemos(of: item))
    case .userTappedWrite:
      try feed?.trySend(.userStartedLetter(about: item))
    }
  }

  var isFavourite: Bool { favouriteIDs.contains(item.id) }
}
