/// Translates keys into events of the scope on the screen.
@MainActor package struct Keyboard {
  private let feed: NewsFeed

  package init(feed: NewsFeed) {
    self.feed = feed
  }

  package func press(_ key: Key) {
    if key == .interrupt || key == .endOfInput {
      feed.send(.userTappedQuit)
      return
    }
    if case .pasted(let character) = key { return paste(character) }
    if feed.notice != nil { feed.send(.userSawNotice) }
    if feed.showsHelp {
      feed.send(key == .character("q") ? .userTappedQuit : .userTappedHelp)
    } else if let article = feed.article {
      press(key, in: article)
    } else if feed.list.isTypingFilter {
      typeFilter(key)
    } else {
      press(key, in: feed.list)
    }
  }

  private func press(_ key: Key, in list: ItemList) {
    switch key {
    case .up, .character("k"): list.send(.userMovedSelection(by: -1))
    case .down, .character("j"): list.send(.userMovedSelection(by: 1))
    case .pageUp: list.send(.userMovedSelection(by: -page))
    case .pageDown, .character(" "): list.send(.userMovedSelection(by: page))
    case .home, .character("g"): list.send(.userMovedToFirst)
    case .end, .character("G"): list.send(.userMovedToLast)
    case .enter, .right, .character("l"): list.send(.userTappedOpen)
    case .escape: list.send(.userClearedFilter)
    case .character("f"): list.send(.userTappedFavourite)
    case .character("F"): list.send(.userTappedOnlyFavourites)
    case .character("r"): list.send(.userTappedReload)
    case .character("/"): list.send(.userBeganFilter)
    default: pressAnywhere(key)
    }
  }

  private func press(_ key: Key, in article: Article) {
    switch key {
    case .up, .character("k"): article.send(.userScrolled(by: -1))
    case .down, .character("j"), .enter: article.send(.userScrolled(by: 1))
    case .pageUp: article.send(.userScrolled(by: -page))
    case .pageDown, .character(" "): article.send(.userScrolled(by: page))
    case .home, .character("g"): article.send(.userScrolledToStart)
    case .end, .character("G"): article.send(.userScrolledToEnd)
    case .escape, .backspace, .left, .character("h"): feed.send(.userTappedBack)
    case .character("f"): article.send(.userTappedFavourite)
    case .character("r"): article.send(.userTappedReload)
    default: pressAnywhere(key)
    }
  }

  private func pressAnywhere(_ key: Key) {
    switch key {
    case .character("q"): feed.send(.userTappedQuit)
    case .character("?"): feed.send(.userTappedHelp)
    default: break
    }
  }

  private func typeFilter(_ key: Key) {
    switch key {
    case .enter: feed.list.send(.userKeptFilter)
    case .escape: feed.list.send(.userClearedFilter)
    case .backspace: feed.list.send(.userErasedInFilter)
    case .up: feed.list.send(.userMovedSelection(by: -1))
    case .down: feed.list.send(.userMovedSelection(by: 1))
    case .character(let character): feed.list.send(.userTypedInFilter(character))
    default: break
    }
  }

  /// Pasted text is never a command: the list is filtered by it, and without a list it is ignored.
  private func paste(_ character: Character) {
    // The text may have line breaks; a title has none.
    guard !feed.showsHelp, feed.article == nil, !character.isNewline else { return }
    if !feed.list.isTypingFilter { feed.list.send(.userBeganFilter) }
    feed.list.send(.userTypedInFilter(character))
  }

  /// A page leaves one row of the previous page visible.
  private var page: Int { max(1, WindowRows(of: feed.window).body - 1) }
}
