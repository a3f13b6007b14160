import Foundation
import Statoscope
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct FailingFlowTests {
  let clock = TestClock()

  @Test func `the page shows the output of failing flows`() async throws {
    let page = try TutorialPage()
    try page.expect(
      printed {
        try ItemList.GIVEN { ItemList(source: .almanac) }
          .WHEN(.userStartedReading)
          .WHEN(.userTappedStop)
          .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
          .runTest()
      }
    )
    try await page.expect(
      printed {
        try await ItemList.GIVEN { ItemList(source: .almanac, network: .failing(1), clock: clock) }
          .WHEN(.userStartedReading)
          .RECEIVE(.feedLoaded(.success(.almanac)))
          .runTest(effects: .live(clock))
      }
    )
  }
}
