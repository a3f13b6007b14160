import Statoscope

/// Saves the articles that have become favourites (true), and those that no longer are (false).
package struct SaveFavourites: Effect, Equatable {
  @InjectedForEffect private var storage: StateStorage
  package let changes: [FeedItem.ID: Bool]

  package init(changes: [FeedItem.ID: Bool]) {
    self.changes = changes
  }

  /// `@concurrent`, because waiting for the disk would delay the keys.
  @concurrent package func runEffect() async throws -> Set<FeedItem.ID> {
    try storage.markFavourites(changes)
  }
}
