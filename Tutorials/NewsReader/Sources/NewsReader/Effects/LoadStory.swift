import Foundation
import Statoscope

/// Loads the page that an article links to, and extracts its text.
package struct LoadStory: Effect, Equatable {
  @InjectedForEffect private var network: Network
  package let page: URL

  package init(page: URL) {
    self.page = page
  }

  /// `@concurrent`, because finding the story on a large page would delay the keys.
  @concurrent package func runEffect() async throws -> String {
    try StoryText.text(of: try await network.page(page))
  }
}
