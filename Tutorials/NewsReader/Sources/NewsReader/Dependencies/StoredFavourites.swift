import Statoscope

/// Which articles are favourites, as every reader on the same storage sees it.
package struct StoredFavourites: StorageSchema {
  /// In order, so that the same favourites are always the same text.
  @Stored("favourites") private var sorted: [FeedItem.ID] = []

  package init() {}

  package var ids: Set<FeedItem.ID> {
    get { Set(sorted) }
    set { sorted = newValue.sorted() }
  }
}

extension StateStorage {
  /// Marks (true) and unmarks (false) articles on top of what is stored by then.
  ///
  /// Only changes are handed over, so that two readers in two windows do not undo each other's marks.
  ///
  /// - Returns: all favourites.
  @discardableResult
  package func markFavourites(_ changes: [FeedItem.ID: Bool]) throws -> Set<FeedItem.ID> {
    try update(StoredFavourites.self) { stored in
      stored.ids = stored.ids.applying(changes)
      return stored.ids
    }
  }
}

extension Set<FeedItem.ID> {
  func applying(_ changes: [FeedItem.ID: Bool]) -> Self {
    changes.reduce(into: self) { ids, change in
      if change.value { ids.insert(change.key) } else { ids.remove(change.key) }
    }
  }
}
