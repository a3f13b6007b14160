import Statoscope

/// Tells which articles are favourites, now and whenever that has changed, by another reader too.
package struct FollowFavourites: StreamEffect, Equatable {
  @InjectedForEffect private var storage: StateStorage

  package init() {}

  package func stream() -> AsyncThrowingStream<Set<FeedItem.ID>, any Error> {
    let (stream, favourites) = AsyncThrowingStream.makeStream(of: Set<FeedItem.ID>.self)
    do {
      // What cannot be understood shall be told, rather than shown as nothing.
      _ = try storage.read([FeedItem.ID].self, forKey: "favourites")
      let subscription = storage.subscribe(StoredFavourites.self) { favourites.yield($0.ids) }
      favourites.onTermination = { _ in subscription.cancel() }
    } catch {
      favourites.finish(throwing: error)
    }
    return stream
  }
}
