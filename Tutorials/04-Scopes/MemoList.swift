import Statoscope

/// The memos about one article.
final class MemoList: Scope {
  let item: FeedItem

  @Superscope var feed: NewsFeed?
  @Slice(\NewsFeed.memos) private var allMemos: [Memo]

  init(item: FeedItem) {
    self.item = item
  }

  enum When {
    case userTappedRecord
    case userTappedDelete(Memo)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedRecord:
      try feed?.trySend(.userStartedRecording(of: item))
    case .userTappedDelete(let memo):
      try feed?.trySend(.userTappedDelete(memo))
    }
  }

  var memos: [Memo] { allMemos.filter { $0.item == item.id } }
}
