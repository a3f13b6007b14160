import Foundation
import Statoscope

/// The articles of a feed, and the state of loading them.
final class ItemList: Scope {
  private(set) var title = ""
  private(set) var items: [FeedItem] = []
  private(set) var isLoading = false
  /// The error of the last load; the previous articles stay.
  private(set) var problem: String?

  private(set) var selection = 0
  private(set) var openItem: FeedItem?
  private(set) var readIDs: Set<FeedItem.ID> = []
  private(set) var showsOnlyUnread = false

  private let source: URL
  private let network: Network
  private let clock: any Clock<Duration>

  init(source: URL, network: Network = .web, clock: any Clock<Duration> = ContinuousClock()) {
    self.source = source
    self.network = network
    self.clock = clock
  }

  enum When {
    case userStartedReading
    case userTappedReload
    case userTappedStop
    case feedLoaded(Result<Feed, any Error>)
    case userMovedSelection(by: Int)
    case userTappedOpen
    case userTappedBack
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
      title = feed.title
      items = feed.items
      selection = 0
    case .feedLoaded(.failure(let error)):
      isLoading = false
      problem = "\(error)"
    case .userMovedSelection(let distance):
      selection = min(max(0, selection + distance), max(0, visibleItems.count - 1))
    case .userTappedOpen:
      guard openItem == nil, let item = selectedItem else { throw InvalidStateError() }
      openItem = item
      readIDs.insert(item.id)
    case .userTappedBack:
      guard openItem != nil else { throw InvalidStateError() }
      openItem = nil
    case .userTappedOnlyUnread:
      showsOnlyUnread.toggle()
      selection = 0
    }
  }

  private func load() {
    isLoading = true
    problem = nil
    effectsState.enqueue(
      LoadFeed(network: network, source: source)
        .timeout(after: .seconds(10), clock: clock)
        .retry(2, backoff: .constant(.seconds(1)), clock: clock)
        .mapToResult()
        .map(When.feedLoaded),
      id: "feed",
      policy: .replace
    )
  }

  /// The articles on the screen.
  var visibleItems: [FeedItem] {
    showsOnlyUnread ? items.filter { !readIDs.contains($0.id) } : items
  }

  var selectedItem: FeedItem? {
    visibleItems.indices.contains(selection) ? visibleItems[selection] : nil
  }
}
