import Statoscope
import StatoscopeTesting
import Testing

@Suite struct PastedFlowTests {
  @Test func `after the last unread article the one above it is selected`() throws {
    try ItemList.GIVEN { ItemList() }
      .WHEN(.userTappedReload)
      .WHEN(.userTappedOnlyUnread)
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .WHEN(.userMovedSelection(by: 1))
      .WHEN(.userTappedOpen)
      .THEN(\.selectedItem, equals: .ferry)
      .runTest()
  }
}
