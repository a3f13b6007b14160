import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// Which articles the user has marked, here and in the store.
package final class Favourites: Scope, ObservableObject {
  @Published package private(set) var ids: Set<FeedItem.ID> = []
  /// Whether the store has been asked, and has answered or failed to.
  @Published package private(set) var isSettled = false
  @Published package private(set) var isSaving = false
  /// Why the store could not be read or written the last time.
  @Published package private(set) var problem: String?
  /// What the user has marked (true) and unmarked (false) since the last save that succeeded.
  @Published package private(set) var unsaved: [FeedItem.ID: Bool] = [:]

  @Superscope package var feed: NewsFeed?

  package enum When: Sendable, ListedEvents {
    case userStartedReading
    case favouritesFound(Result<Set<FeedItem.ID>, any Error>)
    case userToggled(FeedItem.ID)
    case favouritesSaved(Result<Set<FeedItem.ID>, any Error>)
    case userGaveUpSaving

    /// For the event map of the living documentation.
    package static let eventNames = [
      "userStartedReading", "favouritesFound", "userToggled", "favouritesSaved", "userGaveUpSaving",
    ]
  }

  package func update(_ when: When) throws {
    switch when {
    case .userStartedReading:
      effectsState.enqueue(FollowFavourites().mapToResult().map(When.favouritesFound))
    case .favouritesFound(.success(let stored)):
      // What the user marked meanwhile is newer than what is stored.
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

  /// One save after the other, each with all that is unsaved: so the last one that succeeds speaks for all.
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
