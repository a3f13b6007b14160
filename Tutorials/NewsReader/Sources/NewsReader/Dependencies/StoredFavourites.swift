import Statoscope

/// The favourite articles, shared by all readers on the same storage.
package struct StoredFavourites: StorageSchema {
  /// Sorted, so that equal favourites have equal text.
  @Stored("favourites") private var sorted: [FeedItem.ID] = []

  package init() {}

  package var ids: Set<FeedItem.ID> {
    get { Set(sorted) }
    set { sorted = newValue.sorted() }
  }
}

extension StateStorage {
  /// Marks (true) and unmarks (false) articles, based on the stored favourites.
  ///
  /// Only changes are passed, so that two readers in two windows do not undo each other's changes.
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
