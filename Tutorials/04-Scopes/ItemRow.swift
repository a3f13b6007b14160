import Statoscope

/// One row of the list: an article with a preview.
final class ItemRow: Scope {
  let item: FeedItem
  private(set) var preview: String?

  @Superscope var feed: NewsFeed?
  @Slice(\NewsFeed.favourites.ids) private var favouriteIDs: Set<FeedItem.ID>
  @Slice(\NewsFeed.article?.item.id) private var openID: FeedItem.ID?

  init(item: FeedItem) {
    self.item = item
  }

  enum When {
    case userTapped
    case userTappedStar
    case userPointed
    case previewLoaded(Result<String, any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTapped:
      feed?.send(.userOpened(item))
    case .userTappedStar:
      feed?.favourites.send(.userToggled(item.id))
    case .userPointed:
      effectsState.enqueue(LoadStory(id: item.id).mapToResult().map(When.previewLoaded))
    case .previewLoaded(let story):
      preview = (try? story.get()).map { String($0.prefix(40)) }
    }
  }

  var isFavourite: Bool { favouriteIDs.contains(item.id) }

  var isOpen: Bool { openID == item.id }
}
