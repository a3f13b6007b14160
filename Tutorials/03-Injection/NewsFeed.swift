import Statoscope

/// The root: the list, and the open article.
final class NewsFeed: Scope {
  @Subscope private(set) var list = ItemList()
  @Subscope private(set) var article: Article?

  enum When {
    case userTappedOpen
    case userTappedBack
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedOpen:
      guard article == nil, let item = list.selectedItem else { throw InvalidStateError() }
      list.send(.itemOpened(item.id))
      article = Article(item: item)
      article?.send(.userOpened)
    case .userTappedBack:
      guard article != nil else { throw InvalidStateError() }
      article = nil
    }
  }
}
