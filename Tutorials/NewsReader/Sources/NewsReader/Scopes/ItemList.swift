import Foundation
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The articles of the feed, and the selection.
package final class ItemList: Scope, ObservableObject {
  /// The maximum length of a filter in Unicode scalars, longer than any readable title.
  ///
  /// Pasted text can have any length, and each character is searched in every title.
  package static let longestFilter = 200

  package let source: FeedSource
  @Published package private(set) var title = ""
  @Published package private(set) var items: [FeedItem] = []
  /// The number of articles after which the publisher's list was cut; nil if it is complete.
  @Published package private(set) var cutAfter: Int?
  @Published package private(set) var loadedAt: Date?
  @Published package private(set) var isLoading = false
  /// The error of the last reload; the previous articles stay.
  @Published package private(set) var problem: String?

  @Published package private(set) var filter = ""
  @Published package private(set) var isTypingFilter = false
  @Published package private(set) var showsOnlyFavourites = false
  @Published package private(set) var selection = ItemSelection()
  @Stored("lastFeed") package private(set) var lastFeed: LastFeed?

  @Injected var clock: NewsClock
  @Superscope package var feed: NewsFeed?

  package enum When: Sendable, NamedEvents {
    case userStartedReading
    case userTappedReload
    case feedLoaded(Result<Feed, any Error>)
    case userMovedSelection(by: Int)
    case userMovedToFirst
    case userMovedToLast
    case userTappedOpen
    case userTappedFavourite
    case userTappedOnlyFavourites
    case userBeganFilter
    case userTypedInFilter(Character)
    case userErasedInFilter
    case userKeptFilter
    case userClearedFilter

    /// For the living documentation, which names those that no flow sent.
    package static let eventNames = [
      "userStartedReading", "userTappedReload", "feedLoaded", "userMovedSelection", "userMovedToFirst",
      "userMovedToLast", "userTappedOpen", "userTappedFavourite", "userTappedOnlyFavourites",
      "userBeganFilter", "userTypedInFilter", "userErasedInFilter", "userKeptFilter", "userClearedFilter",
    ]
  }

  package init(source: FeedSource) {
    self.source = source
  }

  /// The articles that match the filter.
  ///
  /// Complexity: O(1), with a filter O(all articles).
  package var visibleItems: [FeedItem] {
    guard isFiltered else { return items }
    let favourites = showsOnlyFavourites ? feed?.favourites.ids ?? [] : nil
    return items.filter { item in
      if let favourites, !favourites.contains(item.id) { return false }
      if filter.isEmpty { return true }
      return item.title.range(of: filter, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  /// Indicates whether the filter accepts no further character.
  package var isFilterFull: Bool { filter.unicodeScalars.count >= Self.longestFilter }

  package var isFiltered: Bool { !filter.isEmpty || showsOnlyFavourites }

  package var selectedIndex: Int? { selection.index(in: visibleItems) }

  package var selectedItem: FeedItem? {
    let visible = visibleItems
    return selection.index(in: visible).map { visible[$0] }
  }

  package func update(_ when: When) throws {
    switch when {
    case .userStartedReading:
      showLastFeed()
      load()
    case .userTappedReload: load()
    case .feedLoaded(let result): show(result)
    case .userMovedSelection(let distance): select { $0 + distance }
    case .userMovedToFirst: select { _ in 0 }
    case .userMovedToLast: select { _ in .max }
    case .userTappedOpen: if let selectedItem { feed?.send(.userOpened(selectedItem)) }
    case .userTappedFavourite: if let selectedItem { feed?.favourites.send(.userToggled(selectedItem.id)) }
    case .userTappedOnlyFavourites: showsOnlyFavourites.toggle()
    case .userBeganFilter: isTypingFilter = true
    case .userTypedInFilter(let character): if !isFilterFull { filter.append(character) }
    case .userErasedInFilter: filter = String(filter.dropLast())
    case .userKeptFilter: isTypingFilter = false
    case .userClearedFilter:
      isTypingFilter = false
      filter = ""
    }
  }

  private func load() {
    isLoading = true
    problem = nil
    // A second request means that the user no longer waits for the answer to the first.
    effectsState.enqueue(
      LoadFeed(source: source).mapToResult().map(When.feedLoaded),
      id: "feed",
      policy: .replace
    )
    feed?.send(.loadingBegan)
  }

  /// The articles to show until the feed has been loaded, or if it cannot be.
  private func showLastFeed() {
    guard let lastFeed, lastFeed.isFrom(source) else { return }
    title = lastFeed.feed.title
    items = lastFeed.feed.items
    cutAfter = lastFeed.feed.cutAfter
    loadedAt = lastFeed.loadedAt
  }

  private func show(_ result: Result<Feed, any Error>) {
    isLoading = false
    switch result {
    case .success(let loaded):
      title = loaded.title
      items = loaded.items
      cutAfter = loaded.cutAfter
      let now = clock.now()
      loadedAt = now
      lastFeed = LastFeed(loaded, from: source, at: now)
      feed?.send(.listChanged)
    case .failure(let error):
      let text = SafeText.line("\(error)")
      problem = text
      if loadedAt == nil { feed?.send(.feedCouldNotBeShown(text)) }
    }
  }

  private func select(_ move: (Int) -> Int) {
    let visible = visibleItems
    guard let index = selection.index(in: visible) else { return }
    selection = ItemSelection(at: min(max(0, move(index)), visible.count - 1), in: visible)
  }
}
