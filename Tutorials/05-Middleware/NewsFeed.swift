import Statoscope

/// The root: the list and the favourites.
final class NewsFeed: Scope {
  @Subscope private(set) var favourites = Favourites()
  @Subscope private(set) var list = ItemList()

  enum When {
    case userTappedStar
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedStar:
      guard let item = list.selectedItem else { throw InvalidStateError() }
      favourites.send(.userToggled(item.id))
    }
  }
}
