import Statoscope

/// The answer to the exercise.
enum Answer {
  /// The list with an event that marks all of its articles as read.
  final class ItemList: Scope {
    private(set) var items: [FeedItem] = []
    private(set) var openItem: FeedItem?
    private(set) var readIDs: Set<FeedItem.ID> = []
    private(set) var showsOnlyUnread = false

    enum When {
      case itemsArrived([FeedItem])
      case userOpened(FeedItem)
      case userTappedOnlyUnread
      case userTappedMarkAllRead
    }

    func update(_ when: When) throws {
      switch when {
      case .itemsArrived(let items):
        self.items = items
      case .userOpened(let item):
        openItem = item
        readIDs.insert(item.id)
      case .userTappedOnlyUnread:
        showsOnlyUnread.toggle()
      case .userTappedMarkAllRead:
        guard openItem == nil else { throw InvalidStateError() }
        readIDs.formUnion(items.map(\.id))
      }
    }

    var visibleItems: [FeedItem] {
      showsOnlyUnread ? items.filter { !readIDs.contains($0.id) } : items
    }
  }
}
