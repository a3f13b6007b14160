import Statoscope

/// The reason why a mark is refused.
struct NoMarksInPublic: Error, Equatable {}

extension NewsFeed {
  /// Refuses marks in a public library.
  func refusingMarks() -> NewsFeed {
    addSubscopeMiddleware { event, next in
      if event.scope is Favourites { throw NoMarksInPublic() }
      try next()
    }
  }
}
