import Statoscope

/// A letter to the editor: a form.
final class Letter: Scope {
  let item: FeedItem
  private(set) var text = ""
  private(set) var isBeingSent = false
  private(set) var problem: String?

  init(about item: FeedItem) {
    self.item = item
  }

  enum When {
    case userTyped(String)
    case userTappedSend
    case sent(Result<Void, any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTyped(let text):
      self.text = text
    case .userTappedSend:
      guard !text.isEmpty, !isBeingSent else { throw InvalidStateError() }
      isBeingSent = true
      problem = nil
      effectsState.enqueue(SendLetter(item: item.id, text: text).mapToResult().map(When.sent))
    case .sent(.success):
      removeFromSuperscope()
    case .sent(.failure(let error)):
      isBeingSent = false
      problem = "Not sent: \(error)"
    }
  }
}
