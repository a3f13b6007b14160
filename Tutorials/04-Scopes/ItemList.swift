import Statoscope

/// The articles of the feed, with one row each.
final class ItemList: Scope {
  @Subscope private(set) var rows: [ItemRow] = []
  private(set) var title = ""
  private(set) var problem: String?

  enum When {
    case userTappedReload
    case feedLoaded(Result<Feed, any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedReload:
      problem = nil
      effectsState.enqueue(LoadFeed().mapToResult().map(When.feedLoaded), id: "feed", policy: .replace)
    case .feedLoaded(.success(let feed)):
      title = feed.title
      rows = feed.items.map { item in
        rows.first { $0.item == item } ?? ItemRow(item: item)
      }
    case .feedLoaded(.failure(let error)):
      problem = "\(error)"
    }
  }
}
