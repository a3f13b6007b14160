import Statoscope

/// Where the ids of favourite articles outlive the program.
package struct FavouritesStore: Injectable, Sendable {
  /// Never changes what is stored, however damaged it may be.
  package var load: @Sendable () async throws -> Set<FeedItem.ID>
  /// Marks (true) and unmarks (false) articles, on top of what is stored by then.
  ///
  /// Only changes are handed over, so that two readers in two windows do not undo each other's marks.
  package var save: @Sendable ([FeedItem.ID: Bool]) async throws -> SavedFavourites

  package init(
    load: @escaping @Sendable () async throws -> Set<FeedItem.ID>,
    save: @escaping @Sendable ([FeedItem.ID: Bool]) async throws -> SavedFavourites
  ) {
    self.load = load
    self.save = save
  }

  /// Forgets everything with the process, so that a test that injects nothing cannot touch anybody's file.
  package static var defaultValue: FavouritesStore { .inMemory() }

  package static func inMemory(_ ids: Set<FeedItem.ID> = []) -> FavouritesStore {
    let kept = Locked(ids)
    return FavouritesStore(load: { kept.withLock { $0 } }) { changes in
      kept.withLock { ids in
        ids = ids.applying(changes)
        return SavedFavourites(ids: ids)
      }
    }
  }
}

/// What is stored after a save.
package struct SavedFavourites: Sendable, Equatable {
  package var ids: Set<FeedItem.ID>
  /// Something about the store that the user should know.
  package var notice: String?

  package init(ids: Set<FeedItem.ID>, notice: String? = nil) {
    self.ids = ids
    self.notice = notice
  }
}

extension Set<FeedItem.ID> {
  func applying(_ changes: [FeedItem.ID: Bool]) -> Self {
    changes.reduce(into: self) { ids, change in
      if change.value { ids.insert(change.key) } else { ids.remove(change.key) }
    }
  }
}

/// Why favourites could not be read or written, in words for the person in front of the terminal.
package enum FavouritesError: Error, Equatable, CustomStringConvertible {
  /// The file is there, and it is not what was written. It stays as it is until something else is saved.
  case damaged(path: String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)

  package var description: String { SafeText.line(wording) }

  private var wording: String {
    switch self {
    case .damaged(let path):
      "Your favourites are damaged. Mark an article to begin anew; the old file is kept: '\(path)'."
    case .unreadable(let path, let reason):
      "Your favourites cannot be read: \(reason) ('\(path)')."
    case .unwritable(let path, let reason):
      "Your favourites were not saved: \(reason) ('\(path)')."
    }
  }
}
