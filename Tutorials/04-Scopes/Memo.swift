/// A recorded memo about an article.
struct Memo: Equatable, Sendable {
  let item: FeedItem.ID
  let seconds: Int
}
