import Foundation
import Statoscope

/// The answer to the exercise.
enum Answer {
  /// The list with a pause of a minute between two loads.
  final class ItemList: Scope {
    private(set) var items: [FeedItem] = []
    private(set) var loadedAt: Date?

    @Injected var clock: NewsClock

    enum When {
      case userTappedReload
      case feedLoaded(Result<Feed, any Error>)
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedReload:
        if let loadedAt, clock.now() <= loadedAt.addingTimeInterval(60) { throw InvalidStateError() }
        effectsState.enqueue(LoadFeed().mapToResult().map(When.feedLoaded), id: "feed", policy: .replace)
      case .feedLoaded(.success(let feed)):
        items = feed.items
        loadedAt = clock.now()
      case .feedLoaded(.failure):
        break
      }
    }
  }
}
