/// All the keys at once.
enum HelpScreen {
  static func frame(of feed: NewsFeed) -> Frame {
    let layout = ScreenLayout(for: feed, status: [Line("Any key goes back.", .dim)])
    return layout.frame(
      title: layout.bar("Keys", "newsfeed"),
      body: keys.map { key, meaning in
        Line([Span(TerminalText(key).padded(to: 14), .bold), Span(meaning)])
      },
      keys: ""
    )
  }

  private static let keys = [
    ("j k, arrows", "up and down"),
    ("PgUp PgDn", "a page up and down; Space too"),
    ("Home End, g G", "to the start and the end"),
    ("Enter l", "open the article"),
    ("Esc h", "go back, stop fetching, end the filter"),
    ("f", "mark as favourite, or not any more"),
    ("F", "only favourites, or all again"),
    ("/, a paste", "filter by title: Enter keeps it, Esc ends it"),
    ("r", "load again"),
    ("Ctrl-Z", "back to the shell; fg continues"),
    ("q Ctrl-C", "quit"),
  ]
}
