import Foundation
import Statoscope

/// The articles of a feed, and those that were read.
final class ItemList: Scope {
  @Stored("feed") private(set) var feed: Feed?
  @Stored("read") private(set) var readIDs: Set<FeedItem.ID> = []
  private(set) var loadedAt: Date?
  private(set) var isLoading = false
  private(set) var problem: String?

  private(set) var selection = 0
  private(set) var showsOnlyUnread = false

  @Injected var clock: NewsClock

  enum When {
    case userStartedReading
    case userTappedReload
    case userTappedStop
    case feedLoaded(Result<Feed, any Error>)
    case userMovedSelection(by: Int)
    case itemOpened(FeedItem.ID)
    case userTappedOnlyUnread
  }

  func update(_ when: When) throws {
    switch when {
    case .userStartedReading, .userTappedReload:
      load()
    case .userTappedStop:
      effectsState.cancelEffect(id: "feed")
      isLoading = false
    case .feedLoaded(.success(let feed)):
      isLoading = false
      self.feed = feed
      loadedAt = clock.now()
      selection = 0
    case .feedLoaded(.failure(let error)):
      isLoading = false
      problem = "\(error)"
    case .userMovedSelection(let distance):
      selection = min(max(0, selection + distance), max(0, visibleItems.count - 1))
    case .itemOpened(let id):
      readIDs.insert(id)
    case .userTappedOnlyUnread:
      showsOnlyUnread.toggle()
      selection = 0
    }
  }

  private func load() {
    isLoading = true
    problem = nil
    effectsState.enqueue(
      LoadFeed()
        .timeout(after: .seconds(10), clock: clock.ticking)
        .retry(2, backoff: .constant(.seconds(1)), clock: clock.ticking)
        .mapToResult()
        .map(When.feedLoaded),
      id: "feed",
      policy: .replace
    )
  }

  var items: [FeedItem] { feed?.items ?? [] }

  /// The articles on the screen.
  var visibleItems: [FeedItem] {
    showsOnlyUnread ? items.filter { !readIDs.contains($0.id) } : items
  }

  var selectedItem: FeedItem? {
    visibleItems.indices.contains(selection) ? visibleItems[selection] : nil
  }
}
