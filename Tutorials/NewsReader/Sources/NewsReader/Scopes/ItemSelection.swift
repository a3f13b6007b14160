/// The selected article: the same one wherever a reload moves it, or the one that took its place.
package struct ItemSelection: Equatable, Sendable {
  private var id: FeedItem.ID?
  private var position = 0

  init() {}

  /// Selects the article at an index, which must exist.
  package init(at index: Int, in items: [FeedItem]) {
    id = items[index].id
    position = index
  }

  func index(in items: [FeedItem]) -> Int? {
    guard !items.isEmpty else { return nil }
    if let id, let index = items.firstIndex(where: { $0.id == id }) { return index }
    return min(position, items.count - 1)
  }
}
