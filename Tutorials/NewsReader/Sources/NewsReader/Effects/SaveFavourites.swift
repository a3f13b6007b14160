import Statoscope

/// Writes down which articles have become favourites (true), and which are none any more (false).
package struct SaveFavourites: Effect, Equatable {
  @InjectedForEffect private var store: FavouritesStore
  package let changes: [FeedItem.ID: Bool]

  package init(changes: [FeedItem.ID: Bool]) {
    self.changes = changes
  }

  package func runEffect() async throws -> SavedFavourites {
    try await store.save(changes)
  }
}
