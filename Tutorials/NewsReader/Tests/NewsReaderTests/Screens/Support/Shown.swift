import NewsReader

/// What a reader sees of the tree in a window of a size, without the blanks at the ends of lines.
func shown(_ feed: NewsFeed, columns: Int = 44, rows: Int = 7) -> String {
  feed.send(.windowResized(TerminalSize(columns: columns, rows: rows)), isolation: nil)
  return NewsScreen.frame(of: feed).text
    .map { $0.replacing(/\ +$/, with: "") }
    .joined(separator: "\n")
}
