import Foundation
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// An open article, which exists until the user goes back.
package final class Article: Scope, ObservableObject {
  /// The state of the page that the article links to.
  package enum Story: Equatable, Sendable {
    /// There is no page besides the article itself.
    case none
    case loading
    case loaded(String)
    case failed(String)
  }

  package let item: FeedItem
  @Published package private(set) var story = Story.none
  /// The article on the screen, line by line, so that the position stays within it.
  @Published package private(set) var lines: [Line] = []
  @Published package private(set) var firstLine = 0

  @Injected var clock: NewsClock
  @Superscope package var feed: NewsFeed?

  package enum When: Sendable, NamedEvents {
    case userOpened
    case userTappedReload
    case storyLoaded(Result<String, any Error>)
    case userScrolled(by: Int)
    case userScrolledToStart
    case userScrolledToEnd
    case userTappedFavourite
    case windowResized

    /// For the living documentation, which names those that no flow sent.
    package static let eventNames = [
      "userOpened", "userTappedReload", "storyLoaded", "userScrolled", "userScrolledToStart",
      "userScrolledToEnd", "userTappedFavourite", "windowResized",
    ]
  }

  package init(item: FeedItem) {
    self.item = item
  }

  package var isLoading: Bool { story == .loading }

  package func update(_ when: When) throws {
    switch when {
    case .userOpened, .userTappedReload:
      fetchStory()
      layOut()
    case .storyLoaded(.success(let text)):
      story = .loaded(text)
      layOut()
    case .storyLoaded(.failure(let error)):
      story = .failed(SafeText.line("\(error)"))
      layOut()
    case .userScrolled(let distance): scroll(to: firstLine + distance)
    case .userScrolledToStart: scroll(to: 0)
    case .userScrolledToEnd: scroll(to: .max)
    case .userTappedFavourite: feed?.favourites.send(.userToggled(item.id))
    case .windowResized: layOut()
    }
  }

  private func fetchStory() {
    // The articles of the included feed are complete, and their links lead nowhere.
    guard let page = item.link, feed?.source != .shipped else { return }
    story = .loading
    effectsState.enqueue(
      LoadStory(page: page).mapToResult().map(When.storyLoaded),
      id: "story",
      policy: .replace
    )
    feed?.send(.loadingBegan)
  }

  private func layOut() {
    let sheet = ArticleSheet(item: item, story: story, columns: window.columns, clock: clock)
    lines = sheet.lines
    scroll(to: firstLine)
  }

  private func scroll(to line: Int) {
    firstLine = min(max(0, line), max(0, lines.count - WindowRows(of: window).body))
  }

  private var window: TerminalSize { feed?.window ?? .fallback }
}
