/// One article, as much as fits.
enum ArticleScreen {
  static func frame(of article: Article, in feed: NewsFeed) -> Frame {
    let layout = ScreenLayout(for: feed, status: StatusLine.lines(for: feed))
    let mark = feed.favourites.ids.contains(article.item.id) ? "★ " : ""
    let position = position(in: article, rows: WindowRows(of: feed.window).body)
    return layout.frame(
      title: layout.bar(mark + feed.list.title, position),
      body: Array(article.lines.dropFirst(article.firstLine)),
      keys: "? keys  Esc back  Space further  f favourite  r fetch the story again  q quit"
    )
  }

  private static func position(in article: Article, rows: Int) -> String {
    let hidden = article.lines.count - rows
    if hidden <= 0 { return "all" }
    if article.firstLine == 0 { return "top" }
    return article.firstLine >= hidden ? "end" : "\(article.firstLine * 100 / hidden)%"
  }
}
