import Statoscope

/// Reads which articles are favourites.
package struct LoadFavourites: Effect, Equatable {
  @InjectedForEffect private var store: FavouritesStore

  package init() {}

  package func runEffect() async throws -> Set<FeedItem.ID> {
    try await store.load()
  }
}
