import Statoscope

extension NewsFeed {
  /// In a public library nobody leaves marks.
  func inPublic() -> NewsFeed {
    addSubscopeMiddleware { event, next in
      if event.scope is Favourites { return }
      try next()
    }
  }
}
