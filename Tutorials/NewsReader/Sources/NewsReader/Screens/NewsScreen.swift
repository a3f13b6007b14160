/// The content of the window, as a pure function of the tree of scopes.
package enum NewsScreen {
  package static func frame(of feed: NewsFeed) -> Frame {
    if feed.showsHelp { return HelpScreen.frame(of: feed) }
    if let article = feed.article { return ArticleScreen.frame(of: article, in: feed) }
    return ListScreen.frame(of: feed.list, in: feed)
  }
}
