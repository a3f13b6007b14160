import Statoscope
import StatoscopeTesting
import Testing

@Suite struct ItemListTests {
  @Test func `an opened article is read, and still selected after going back`() throws {
    try ItemList.GIVEN { ItemList() }
      .WHEN(.itemsArrived([.ferry, .bridge]))
      .THEN(\.selectedItem, equals: .ferry)
      .WHEN(.userMovedSelection(by: 1))
      .WHEN(.userTappedOpen)
      .THEN(\.openItem, equals: .bridge)
      .THEN(\.readIDs, equals: ["bridge"])
      .WHEN(.userTappedBack)
      .THEN(\.openItem, equals: nil)
      .THEN(\.selectedItem, equals: .bridge)
      .runTest()
  }

  @Test func `the selection stays in the list however far the user moves it`() throws {
    try ItemList.GIVEN { ItemList() }
      .WHEN(.itemsArrived([.ferry, .bridge]))
      .FORK(.userMovedSelection(by: 99)) { sut in
        try sut.THEN(\.selectedItem, equals: .bridge)
      }
      .FORK(.userMovedSelection(by: -99)) { sut in
        try sut.THEN(\.selectedItem, equals: .ferry)
      }
      .runTest()
  }

  @Test func `an article is opened once, and going back needs an open article`() throws {
    try ItemList.GIVEN { ItemList() }
      .WHEN_Throws(.userTappedOpen)
      .WHEN_Throws(.userTappedBack)
      .WHEN(.itemsArrived([.ferry, .bridge]))
      .WHEN(.userTappedOpen)
      .WHEN_Throws(.userTappedOpen)
      .THEN(\.openItem, equals: .ferry)
      .runTest()
  }

  @Test func `the list can hide articles that were read`() throws {
    try ItemList.GIVEN { ItemList() }
      .WHEN(.itemsArrived([.ferry, .bridge]))
      .WHEN(.userTappedOpen)
      .WHEN(.userTappedBack)
      .THEN(\.visibleItems, equals: [.ferry, .bridge])
      .WHEN(.userTappedOnlyUnread)
      .THEN(\.visibleItems, equals: [.bridge])
      .WHEN(.userTappedOnlyUnread)
      .THEN(\.visibleItems, equals: [.ferry, .bridge])
      .runTest()
  }

  @Test func `an event can be sent without a plan`() {
    let list = ItemList()
    list.send(.itemsArrived([.ferry, .bridge]))
    list.send(.userMovedSelection(by: 1))
    #expect(list.selectedItem == .bridge)
  }
}
