import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The favourite articles, here and in the store.
package final class Favourites: Scope, ObservableObject {
  @Published package private(set) var ids: Set<FeedItem.ID> = []
  /// The progress of reading the store.
  @Published package private(set) var isSettled = false
  @Published package private(set) var isSaving = false
  /// The last error of reading or writing the store.
  @Published package private(set) var problem: String?
  /// The articles marked (true) and unmarked (false) since the last successful save.
  @Published package private(set) var unsaved: [FeedItem.ID: Bool] = [:]

  @Superscope package var feed: NewsFeed?

  package enum When: Sendable, NamedEvents {
    case userStartedReading
    case favouritesFound(Result<Set<FeedItem.ID>, any Error>)
    case userToggled(FeedItem.ID)
    case favouritesSaved(Result<Set<FeedItem.ID>, any Error>)
    case userGaveUpSaving

    /// For the living documentation, which names those that no flow sent.
    package static let eventNames = [
      "userStartedReading", "favouritesFound", "userToggled", "favouritesSaved", "userGaveUpSaving",
    ]
  }

  package func update(_ when: When) throws {
    switch when {
    case .userStartedReading:
      effectsState.enqueue(FollowFavourites().mapToResult().map(When.favouritesFound))
    case .favouritesFound(.success(let stored)):
      // Marks made in the meantime are newer than the stored ones.
      ids = stored.applying(unsaved)
      isSettled = true
    case .userToggled(let id):
      unsaved[id] = !ids.contains(id)
      ids.formSymmetricDifference([id])
      save()
    case .favouritesSaved(.success(let saved)):
      finishSaving()
      if !isSaving { unsaved = [:] }
      ids = saved.applying(unsaved)
      problem = nil
    case .favouritesFound(.failure(let error)):
      isSettled = true
      report(error)
    case .favouritesSaved(.failure(let error)):
      finishSaving()
      report(error)
    case .userGaveUpSaving:
      effectsState.cancelAllEffects()
      finishSaving()
    }
  }

  /// Saves one after the other, each with all unsaved changes: the last successful one covers all.
  private func save() {
    isSaving = true
    effectsState.enqueue(
      SaveFavourites(changes: unsaved).mapToResult().map(When.favouritesSaved),
      id: "save",
      policy: .queue
    )
  }

  private func finishSaving() {
    isSaving = effectsState.effects.contains { $0 is SaveFavourites }
  }

  private func report(_ error: any Error) {
    let text = SafeText.line("Favourites: \(error)")
    problem = text
    feed?.send(.somethingWentWrong(text))
  }
}
