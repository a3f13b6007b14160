import Statoscope

/// Writes down which articles have become favourites (true), and which are none any more (false).
package struct SaveFavourites: Effect, Equatable {
  @InjectedForEffect private var storage: StateStorage
  package let changes: [FeedItem.ID: Bool]

  package init(changes: [FeedItem.ID: Bool]) {
    self.changes = changes
  }

  /// `@concurrent`, because waiting for the disk would hold up the keys.
  @concurrent package func runEffect() async throws -> Set<FeedItem.ID> {
    try storage.markFavourites(changes)
  }
}
