import Statoscope

/// The root: what all screens share, and a scope for each of them.
final class NewsFeed: Scope {
  @Subscope private(set) var favourites = Favourites()
  @Subscope private(set) var list = ItemList()
  @Subscope private(set) var article: Article?
  private(set) var textSize = 12

  enum When {
    case userOpened(FeedItem)
    case userTappedBack
    case userSetTextSize(Int)
  }

  func update(_ when: When) throws {
    switch when {
    case .userOpened(let item):
      guard article == nil else { throw InvalidStateError() }
      article = Article(item: item)
      article?.send(.userOpened)
    case .userTappedBack:
      guard article != nil else { throw InvalidStateError() }
      article = nil
    case .userSetTextSize(let size):
      textSize = min(max(8, size), 40)
    }
  }
}
