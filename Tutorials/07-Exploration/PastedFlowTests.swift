import Statoscope
import StatoscopeTesting
import Testing

@Suite struct PastedFlowTests {
  @Test func `whoever reads the last unread article comes back to the one above it`() throws {
    try ItemList.GIVEN { ItemList(mended: true) }
      .WHEN(.userTappedReload)
      .WHEN(.userTappedOnlyUnread)
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .WHEN(.userMovedSelection(by: 1))
      .WHEN(.userTappedOpen)
      .THEN(\.selectedItem, equals: .ferry)
      .runTest()
  }
}
