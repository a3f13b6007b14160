import Observation

#if canImport(Combine)
  import Combine
#endif

extension NewsFeed {
  /// Runs a closure now, and again after changes of the state that it read, for as long as it returns true.
  ///
  /// Changes in one go are one change to it. This is all that connects the screen to the scopes, and the only
  /// place that knows how the platform observes: where Combine brings `@Published`, observation does not see it.
  @MainActor package func follow(_ look: () -> Bool) async {
    while !Task.isCancelled {
      let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let goesOn = withObservationTracking(look) { continuation.yield() }
      guard goesOn else { return }
      #if canImport(Combine)
        let publishers = [
          objectWillChange, list.objectWillChange, favourites.objectWillChange, article?.objectWillChange,
        ]
        let subscriptions = publishers.compactMap { $0?.sink { continuation.yield() } }
        defer { for subscription in subscriptions { subscription.cancel() } }
      #endif
      // The change is about to happen; whoever makes it is done before the main actor comes back here.
      for await _ in changes { break }
    }
  }
}
