import NewsReader

/// The text of the tree in a window of some size, without trailing spaces.
func shown(_ feed: NewsFeed, columns: Int = 44, rows: Int = 7) -> String {
  feed.send(.windowResized(TerminalSize(columns: columns, rows: rows)), isolation: nil)
  return NewsScreen.frame(of: feed).text
    .map { $0.replacing(/\ +$/, with: "") }
    .joined(separator: "\n")
}
