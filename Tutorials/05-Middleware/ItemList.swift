import Statoscope

/// The articles of the feed, and the selected one.
final class ItemList: Scope {
  private(set) var items: [FeedItem] = []
  private(set) var selection = 0
  private(set) var isLoading = false
  private(set) var problem: String?

  enum When {
    case userTappedReload
    case feedLoaded(Result<Feed, any Error>)
    case userMovedSelection(by: Int)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedReload:
      isLoading = true
      problem = nil
      effectsState.enqueue(LoadFeed().mapToResult().map(When.feedLoaded), id: "feed", policy: .replace)
    case .feedLoaded(.success(let feed)):
      isLoading = false
      items = feed.items
      selection = 0
    case .feedLoaded(.failure(let error)):
      isLoading = false
      problem = "\(error)"
    case .userMovedSelection(let distance):
      selection = min(max(0, selection + distance), max(0, items.count - 1))
    }
  }

  var selectedItem: FeedItem? {
    items.indices.contains(selection) ? items[selection] : nil
  }
}
