import Statoscope
import StatoscopeTesting
import Testing

@Suite struct AnswerTests {
  @Test func `all articles can be marked as read unless one is open`() throws {
    try Answer.ItemList.GIVEN { Answer.ItemList() }
      .WHEN(.itemsArrived([.ferry, .bridge]))
      .FORK(.userOpened(.ferry)) { sut in
        try sut
          .WHEN_Throws(.userTappedMarkAllRead)
          .THEN(\.readIDs, equals: ["ferry"])
      }
      .WHEN(.userTappedMarkAllRead)
      .THEN(\.readIDs, equals: ["ferry", "bridge"])
      .FORK(.userTappedOnlyUnread) { sut in
        try sut.THEN(\.visibleItems, equals: [])
      }
      .runTest()
  }
}
