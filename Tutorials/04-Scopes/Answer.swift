import Statoscope

/// The answer to the exercise: two articles side by side.
final class Desk: Scope {
  @Subscope private(set) var articles: [Article] = []

  enum When {
    case userOpened(FeedItem)
    case userTappedBack
  }

  func update(_ when: When) throws {
    switch when {
    case .userOpened(let item):
      guard articles.count < 2, !articles.contains(where: { $0.item == item }) else {
        throw InvalidStateError()
      }
      let article = Article(item: item)
      articles.append(article)
      article.send(.userOpened)
    case .userTappedBack:
      guard !articles.isEmpty else { throw InvalidStateError() }
      articles.removeLast()
    }
  }
}
