import Statoscope

/// The list of tutorial 2, with its bug fixed, or with one of several flaws for the page.
final class ItemList: Scope {
  enum Flaw {
    /// The selection does not change when the open article leaves the list: the original bug.
    case lostSelection
    /// An empty list has no filter.
    case filterOfNothing
    /// A failed load is repeated automatically.
    case retriesForEver
  }

  private(set) var items: [FeedItem] = []
  private(set) var isLoading = false
  private(set) var problem: String?

  private(set) var selection = 0
  private(set) var openItem: FeedItem?
  private(set) var readIDs: Set<FeedItem.ID> = []
  private(set) var showsOnlyUnread = false

  private let flaw: Flaw?

  init(flaw: Flaw? = nil) {
    self.flaw = flaw
  }

  enum When {
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
    case .userTappedReload:
      problem = nil
      load()
    case .userTappedStop:
      effectsState.cancelEffect(id: "feed")
      isLoading = false
    case .feedLoaded(.success(let feed)):
      isLoading = false
      items = feed.items
      selection = 0
    case .feedLoaded(.failure) where flaw == .retriesForEver:
      load()
    case .feedLoaded(.failure(let error)):
      isLoading = false
      problem = "\(error)"
    case .userMovedSelection(let distance):
      selection += distance
      keepSelectionInside()
    case .userTappedOpen:
      guard openItem == nil, let item = selectedItem else { throw InvalidStateError() }
      openItem = item
      readIDs.insert(item.id)
      if flaw != .lostSelection { keepSelectionInside() }
    case .userTappedBack:
      guard openItem != nil else { throw InvalidStateError() }
      openItem = nil
    case .userTappedOnlyUnread:
      if flaw == .filterOfNothing, visibleItems.isEmpty { throw InvalidStateError() }
      showsOnlyUnread.toggle()
      selection = 0
    }
  }

  private func load() {
    isLoading = true
    effectsState.enqueue(LoadFeed().mapToResult().map(When.feedLoaded), id: "feed", policy: .replace)
  }

  private func keepSelectionInside() {
    selection = min(max(0, selection), max(0, visibleItems.count - 1))
  }

  /// The articles on the screen.
  var visibleItems: [FeedItem] {
    showsOnlyUnread ? items.filter { !readIDs.contains($0.id) } : items
  }

  var selectedItem: FeedItem? {
    visibleItems.indices.contains(selection) ? visibleItems[selection] : nil
  }
}
