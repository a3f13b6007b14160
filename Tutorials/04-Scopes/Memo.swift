/// What the user has said about an article.
struct Memo: Equatable, Sendable {
  let item: FeedItem.ID
  let seconds: Int
}
