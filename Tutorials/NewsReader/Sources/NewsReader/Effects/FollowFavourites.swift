import Statoscope

/// A stream of the favourite articles: the current ones, then those after each change, including changes of
/// other readers.
package struct FollowFavourites: StreamEffect, Equatable {
  @InjectedForEffect private var storage: StateStorage

  package init() {}

  package func stream() -> AsyncThrowingStream<Set<FeedItem.ID>, any Error> {
    let (stream, favourites) = AsyncThrowingStream.makeStream(of: Set<FeedItem.ID>.self)
    do {
      // An unreadable value must be reported, rather than shown as no favourites.
      _ = try storage.read([FeedItem.ID].self, forKey: "favourites")
      let subscription = storage.subscribe(StoredFavourites.self) { favourites.yield($0.ids) }
      favourites.onTermination = { _ in subscription.cancel() }
    } catch {
      favourites.finish(throwing: error)
    }
    return stream
  }
}
