import Statoscope
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct FailingFlowTests {
  @Test func `the page shows the output of failing flows`() throws {
    let page = try TutorialPage()
    try page.expect(
      printed {
        try ItemList.GIVEN { ItemList() }
          .WHEN(.itemsArrived([.ferry, .bridge]))
          .WHEN(.userTappedOpen)
          .THEN(\.openItem, equals: .bridge)
          .runTest()
      }
    )
    try page.expect(
      printed {
        try ItemList.GIVEN { ItemList() }
          .WHEN(.itemsArrived([.ferry, .bridge]))
          .FORK(.userTappedOpen) { sut in
            try sut.WHEN(.userTappedOpen)
          }
          .runTest()
      }
    )
  }
}
