import NewsReader
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The root of the app: newsfeed's core, and what is presented around its list.
package final class NewsApp: Scope, ObservableObject {
  @Subscope package private(set) var feed: NewsFeed
  @Subscope package private(set) var form: FeedForm?
  @Published package private(set) var showsFavourites = false

  package enum When: Sendable {
    case userStarted
    case userTappedFavourites
    case userWentBack(to: Int)
    case userTappedChooseFeed
    case userChose(FeedSource)
  }

  package init(source: FeedSource) {
    feed = NewsFeed(source: source)
  }

  /// The screens above the list.
  package var path: [Screen] {
    var path: [Screen] = []
    if showsFavourites { path.append(.favourites(feed.favourites)) }
    if let article = feed.article { path.append(.article(article)) }
    return path
  }

  /// The favourite articles of this feed.
  package var favouriteItems: [FeedItem] {
    feed.list.items.filter { feed.favourites.ids.contains($0.id) }
  }

  package func update(_ when: When) throws {
    switch when {
    case .userStarted:
      feed.send(.userStartedReading)
    case .userTappedFavourites:
      showsFavourites = true
    case .userWentBack(let remaining):
      for screen in path.dropFirst(remaining) {
        switch screen {
        case .favourites: showsFavourites = false
        case .article: feed.send(.userTappedBack)
        }
      }
    case .userTappedChooseFeed:
      form = FeedForm()
    case .userChose(let source):
      // Replacing the feed cancels its effects, and with them a save.
      guard !feed.favourites.isSaving else { throw SavingFavouritesError() }
      feed = NewsFeed(source: source)
      showsFavourites = false
      form = nil
      feed.send(.userStartedReading)
    }
  }
}

/// The reason why the feed cannot be replaced yet.
package struct SavingFavouritesError: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String { "Favourites are being saved. Try again in a moment." }
}
