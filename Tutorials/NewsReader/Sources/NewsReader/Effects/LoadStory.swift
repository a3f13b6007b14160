import Foundation
import Statoscope

/// Brings the page that an article links to, and keeps the words on it.
package struct LoadStory: Effect, Equatable {
  @InjectedForEffect private var network: Network
  package let page: URL

  package init(page: URL) {
    self.page = page
  }

  /// `@concurrent`, because finding the story on a large page would hold up the keys.
  @concurrent package func runEffect() async throws -> String {
    try StoryText.text(of: try await network.page(page))
  }
}
