import NewsReader
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The answer to the exercise: a star is removed once the user has confirmed.
package final class StarRemoval: Scope, ObservableObject {
  @Subscope package private(set) var favourites = Favourites()
  @Published package private(set) var question: FeedItem?

  package enum When: Sendable {
    case userTappedRemove(FeedItem)
    case userConfirmed(FeedItem)
    case userDismissedQuestion
  }

  package func update(_ when: When) throws {
    switch when {
    case .userTappedRemove(let item):
      question = item
    case .userConfirmed(let item):
      question = nil
      favourites.send(.userToggled(item.id))
    case .userDismissedQuestion:
      question = nil
    }
  }
}
