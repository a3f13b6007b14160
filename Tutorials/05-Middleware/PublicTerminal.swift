import Statoscope

extension NewsFeed {
  /// Drops all marks, for a terminal in a public library.
  func inPublic() -> NewsFeed {
    addSubscopeMiddleware { event, next in
      if event.scope is Favourites { return }
      try next()
    }
  }
}
