/// The list for output that is not a terminal: one article per line, safe to print.
enum PlainList {
  static func text(of feed: NewsFeed) -> String {
    let dates = ItemDate(clock: feed.clock)
    return feed.list.items.map { item in
      let mark = feed.favourites.ids.contains(item.id) ? "★" : " "
      return "\(mark) \(dates.sortable(item.published))  \(TerminalText(item.title))\n"
    }.joined()
  }
}
