import Statoscope

/// Sends a letter to the editor.
struct SendLetter: Effect, Equatable {
  @InjectedForEffect private var network: Network
  let item: FeedItem.ID
  let text: String

  init(item: FeedItem.ID, text: String) {
    self.item = item
    self.text = text
  }

  func runEffect() async throws {
    try await network.letter(item, text)
  }
}
