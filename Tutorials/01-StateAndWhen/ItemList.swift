import Statoscope

/// The articles of a feed, with the selected one, the open one, and those that were read.
final class ItemList: Scope {
  private(set) var items: [FeedItem] = []
  private(set) var selection = 0
  private(set) var openItem: FeedItem?
  private(set) var readIDs: Set<FeedItem.ID> = []
  private(set) var showsOnlyUnread = false

  enum When {
    case itemsArrived([FeedItem])
    case userMovedSelection(by: Int)
    case userTappedOpen
    case userTappedBack
    case userTappedOnlyUnread
  }

  func update(_ when: When) throws {
    switch when {
    case .itemsArrived(let items):
      self.items = items
      selection = 0
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

  /// The articles on the screen.
  var visibleItems: [FeedItem] {
    showsOnlyUnread ? items.filter { !readIDs.contains($0.id) } : items
  }

  var selectedItem: FeedItem? {
    visibleItems.indices.contains(selection) ? visibleItems[selection] : nil
  }
}
