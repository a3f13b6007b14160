import NewsReader
import Statoscope
import SwiftUITutorial
import Testing
import TutorialSupport

@Suite struct PageTests {
  @Test func `the page shows the tree of the app`() throws {
    let app = NewsApp.reading(.ferry).send(.userTappedChooseFeed)
    try TutorialPage().expect("\(app.tree)")
  }
}
