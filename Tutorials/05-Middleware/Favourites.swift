import Statoscope

/// The favourite articles.
final class Favourites: Scope {
  @Stored("favourites") private(set) var ids: Set<FeedItem.ID> = []

  enum When {
    case userToggled(FeedItem.ID)
  }

  func update(_ when: When) throws {
    switch when {
    case .userToggled(let id):
      ids.formSymmetricDifference([id])
    }
  }
}
