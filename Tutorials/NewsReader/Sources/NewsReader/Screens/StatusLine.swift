/// The most urgent status message, on one line unless it is an error.
enum StatusLine {
  static func lines(for feed: NewsFeed) -> [Line] {
    if feed.ending != nil { return [Line("Saving favourites… (q again: leave without)")] }
    if feed.list.isTypingFilter, feed.article == nil { return [filterLine(feed.list)] }
    if let notice = feed.notice { return warning(notice, feed) }
    if let article = feed.article { return [line(for: article, feed)] }
    if let problem = feed.list.problem, !feed.list.isLoading { return warning(problem, feed) }
    return [line(for: feed.list, feed)]
  }

  private static func filterLine(_ list: ItemList) -> Line {
    let limit = list.isFilterFull ? " (\(ItemList.longestFilter) characters, no more fit)" : ""
    return Line("Filter\(limit): \(list.filter)_", .bold)
  }

  /// In full: the end of the message may contain the reason.
  private static func warning(_ text: String, _ feed: NewsFeed) -> [Line] {
    TerminalText.wrapped(text, to: feed.window.columns).map { Line($0, .warning) }
  }

  private static func line(for article: Article, _ feed: NewsFeed) -> Line {
    switch article.story {
    case .loading: Line("\(spinner(feed)) Fetching the full story… (Esc goes back and stops it)", .accent)
    case .failed: Line("No full story; why not stands at the end.", .warning)
    case .loaded, .none: Line()
    }
  }

  private static func line(for list: ItemList, _ feed: NewsFeed) -> Line {
    if list.isLoading { return Line("\(spinner(feed)) Loading \(list.source)…", .accent) }
    let count =
      if let limit = list.cutAfter { "the first \(limit) articles; the feed has more" } else {
        list.items.count == 1 ? "1 article" : "\(list.items.count) articles"
      }
    if list.isFiltered {
      let favourites = list.showsOnlyFavourites ? " · favourites only" : ""
      let filter = list.filter.isEmpty ? "" : " · filter '\(list.filter)' (Esc ends it)"
      return Line("\(list.visibleItems.count) of \(count)\(favourites)\(filter)")
    }
    guard let loadedAt = list.loadedAt else { return Line() }
    let time = ItemDate(clock: feed.clock).time(loadedAt)
    return Line("\(count) · loaded at \(time)", list.cutAfter == nil ? .dim : .plain)
  }

  private static func spinner(_ feed: NewsFeed) -> Character {
    let steps: [Character] = ["|", "/", "-", "\\"]
    return steps[feed.spinnerStep % steps.count]
  }
}
