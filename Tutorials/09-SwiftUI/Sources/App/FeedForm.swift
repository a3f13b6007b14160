import NewsReader
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A form for the address of another feed.
package final class FeedForm: Scope, ObservableObject, Identifiable {
  @Published package private(set) var address = ""
  @Published package private(set) var problem: String?
  @Superscope var app: NewsApp?

  package enum When: Sendable {
    case userTyped(String)
    case userTappedOpen
    case userTappedCancel
  }

  package func update(_ when: When) throws {
    switch when {
    case .userTyped(let text):
      address = text
      problem = nil
    case .userTappedOpen:
      do {
        try app?.trySend(.userChose(FeedSource(argument: address)))
      } catch {
        problem = "\(error)"
      }
    case .userTappedCancel:
      removeFromSuperscope()
    }
  }
}
