import NewsReader
import Statoscope
import StatoscopeTesting

extension NewsFeed {
  /// The state in which most flows begin: the sample is loaded, and nothing is in flight.
  func loaded(favourites: Set<FeedItem.ID> = []) -> Self {
    injectObject(EffectsExecution.enqueueOnly)
    list.send(.feedLoaded(.success(Sample.feed)))
    if !favourites.isEmpty { self.favourites.send(.favouritesFound(.success(favourites))) }
    return self
  }
}

extension FlowSteps<NewsFeed> {
  /// Opens the selected article, whose story is loaded; nothing is in flight then.
  ///
  /// For flows about something else: what happens on the way is asserted in `ReadingFlowTests`, and not again.
  func openingAnArticle(story: String = "The whole story.") throws -> Self {
    try configure(exhaustivity: .off)
      .WHEN(\.list, .userTappedOpen)
      .WHEN_EffectCompletes(\.article, LoadStory.self, with: story)
      .WHEN_EffectCompletes(Tick.self, with: ())
      .configure(exhaustivity: .on)
  }

  /// Asserts that the list shows a feed that has just been loaded from the sample's source, and stores it.
  @discardableResult
  func THEN_ListShows(_ feed: Feed) throws -> Self {
    try THEN(\.list.title, equals: feed.title)
      .THEN(\.list.items, equals: feed.items)
      .THEN(\.list.isLoading, equals: false)
      .THEN(\.list.lastFeed, equals: LastFeed(feed, from: Sample.source, at: Sample.noon))
  }
}
