import Statoscope
import StatoscopeTesting
import Testing

@Suite struct StoredStateTests {
  @Test func `a list starts with the values that the last one stored`() throws {
    let storage = StateStorage.inMemory()
    try ItemList.GIVEN { ItemList().injectObject(storage).injectObject(NewsClock.noon) }
      .WHEN(.userStartedReading)
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .WHEN(.itemOpened("ferry"))
      .runTest()
    try ItemList.GIVEN { ItemList().injectObject(storage).injectObject(NewsClock.noon) }
      .THEN(\.items, equals: [.ferry, .bridge])
      .THEN(\.readIDs, equals: ["ferry"])
      .WHEN(.userStartedReading)
      .WHEN_EffectFails(LoadFeed.self, with: Offline())
      .THEN(\.items, equals: [.ferry, .bridge])
      .runTest()
  }

  @Test func `two lists on one storage have the same marks`() {
    let storage = StateStorage.inMemory()
    let list = ItemList().injectObject(storage)
    let other = ItemList().injectObject(storage)
    list.send(.itemOpened("ferry"))
    #expect(other.readIDs == ["ferry"])
  }
}
