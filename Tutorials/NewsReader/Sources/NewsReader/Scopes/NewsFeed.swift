import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The root: one session of reading a feed in a window.
///
/// It holds the state that every screen shares; the list, the open article and the favourites are separate
/// scopes.
package final class NewsFeed: Scope, ObservableObject {
  /// The end of the session.
  package enum Ending: Equatable, Sendable {
    case quit
    /// There was never anything to show, for this reason.
    case failed(String)
  }

  package let source: FeedSource
  @Subscope package private(set) var favourites = Favourites()
  @Subscope package private(set) var list: ItemList
  @Subscope package private(set) var article: Article?

  @Published package private(set) var window = TerminalSize.fallback
  @Published package private(set) var showsHelp = false
  /// A message about a background event, until the user has seen it.
  @Published package private(set) var notice: String?
  @Published package private(set) var spinnerStep = 0
  @Published package private(set) var ending: Ending?

  @Injected package var clock: NewsClock

  package enum When: Sendable, NamedEvents {
    case userStartedReading
    case userOpened(FeedItem)
    case userTappedBack
    case userTappedHelp
    case userSawNotice
    case userTappedQuit
    case windowResized(TerminalSize)
    case loadingBegan
    case listChanged
    case timePassed
    case somethingWentWrong(String)
    case feedCouldNotBeShown(String)

    /// For the living documentation, which names those that no flow sent.
    package static let eventNames = [
      "userStartedReading", "userOpened", "userTappedBack", "userTappedHelp", "userSawNotice",
      "userTappedQuit", "windowResized", "loadingBegan", "listChanged", "timePassed", "somethingWentWrong",
      "feedCouldNotBeShown",
    ]
  }

  package init(source: FeedSource) {
    self.source = source
    list = ItemList(source: source)
  }

  package var isLoading: Bool { list.isLoading || article?.isLoading == true }

  /// Indicates whether nothing is left to wait for: favourites are saved before the program ends.
  package var isOver: Bool { ending != nil && !favourites.isSaving }

  package func update(_ when: When) throws {
    switch when {
    case .userStartedReading:
      favourites.send(.userStartedReading)
      list.send(.userStartedReading)
    case .userOpened(let item):
      article = Article(item: item)
      article?.send(.userOpened)
    case .userTappedBack:
      guard article != nil else { throw InvalidStateError() }
      // This is sufficient: the load of the story is cancelled with its scope.
      article = nil
    case .userTappedHelp:
      showsHelp.toggle()
    case .userSawNotice:
      notice = nil
    case .userTappedQuit:
      // A second request quits without waiting.
      if ending != nil { favourites.send(.userGaveUpSaving) }
      ending = ending ?? .quit
    case .windowResized(let size):
      window = size
      article?.send(.windowResized)
    case .loadingBegan:
      spin()
    case .listChanged:
      closeArticleIfGone()
    case .timePassed:
      guard isLoading else { return }
      spinnerStep += 1
      spin()
    case .somethingWentWrong(let text):
      notice = text
    case .feedCouldNotBeShown(let text):
      ending = .failed(text)
    }
  }

  /// An article that the feed has dropped cannot be returned to.
  private func closeArticleIfGone() {
    guard let item = article?.item, !list.items.contains(where: { $0.id == item.id }) else { return }
    article = nil
    notice = SafeText.line("'\(item.title)' is in the feed no more.")
  }

  private func spin() {
    effectsState.enqueue(Tick().map { .timePassed }, id: "spinner", policy: .ignore)
  }
}
