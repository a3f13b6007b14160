import Observation

#if canImport(Combine)
  import Combine
#endif

extension NewsFeed {
  /// Runs a closure now, and again after changes of the state that it read, as long as it returns true.
  ///
  /// Several changes in a row cause one call. This is the only connection between the screen and the scopes,
  /// and the only place that depends on the platform's observation: where Combine provides `@Published`,
  /// observation does not track it.
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
      // The change is about to happen; the code that makes it has finished before the main actor returns
      // here.
      for await _ in changes { break }
    }
  }
}
