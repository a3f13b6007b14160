import Statoscope

/// The root: the shared state, and a scope for each screen.
final class NewsFeed: Scope {
  @Subscope private(set) var favourites = Favourites()
  @Subscope private(set) var list = ItemList()
  @Subscope private(set) var path: [Screen] = []
  @Subscope private(set) var sheet: Sheet?
  private(set) var memos: [Memo] = []
  private(set) var textSize = 12
  private var recordings: ScopeSubscription?

  override init() {
    super.init()
    recordings = subscribe(to: Recording.self) { feed, recording, when in
      if case .userTappedStop = when { feed.send(.memoRecorded(recording.memo)) }
    }
  }

  enum When {
    case userOpened(FeedItem)
    case userOpenedMemos(of: FeedItem)
    case userStartedRecording(of: FeedItem)
    case userTappedBack
    case userStartedLetter(about: FeedItem)
    case userDismissedSheet
    case memoRecorded(Memo)
    case userTappedDelete(Memo)
    case userConfirmedDeletion
    case userSetTextSize(Int)
  }

  func update(_ when: When) throws {
    switch when {
    case .userOpened(let item):
      guard path.isEmpty else { throw InvalidStateError() }
      let article = Article(item: item)
      path.append(.article(article))
      article.send(.userOpened)
    case .userOpenedMemos(let item):
      guard case .article = path.last else { throw InvalidStateError() }
      path.append(.memos(MemoList(item: item)))
    case .userStartedRecording(let item):
      guard case .memos = path.last else { throw InvalidStateError() }
      let recording = Recording(item: item)
      path.append(.recording(recording))
      recording.send(.userStarted)
    case .userTappedBack:
      guard !path.isEmpty, sheet == nil else { throw InvalidStateError() }
      path.removeLast()
    case .userStartedLetter(let item):
      sheet = .letter(Letter(about: item))
    case .userDismissedSheet:
      sheet = nil
    case .memoRecorded(let memo):
      memos.append(memo)
    case .userTappedDelete(let memo):
      sheet = .alert(deleting: memo)
    case .userConfirmedDeletion:
      guard case .alert(deleting: let memo) = sheet else { throw InvalidStateError() }
      memos.removeAll { $0 == memo }
      sheet = nil
    case .userSetTextSize(let size):
      textSize = min(max(8, size), 40)
    }
  }

  /// The open article.
  var article: Article? {
    if case .article(let article) = path.first { article } else { nil }
  }
}
