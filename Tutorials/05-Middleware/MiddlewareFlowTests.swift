import Statoscope
import StatoscopeTesting
import Testing

@Suite struct MiddlewareFlowTests {
  @Test func `a second tap on reload waits for the first`() throws {
    try ItemList.GIVEN { ItemList().reloadingPatiently() }
      .WHEN(.userTappedReload)
      .WHEN(.userTappedReload)
      .THEN("one load is in flight") { $0.effects.count == 1 }
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .THEN(\.isLoading, equals: false)
      .WHEN(.userTappedReload)
      .THEN(\.isLoading, equals: true)
      .runTest()
  }

  @Test func `public mode drops marks and nothing else`() throws {
    try NewsFeed.GIVEN { .sample().inPublic() }
      .WHEN(\.list, .feedLoaded(.success(.almanac)))
      .WHEN(.userTappedStar)
      .WHEN(\.favourites, .userToggled("bridge"))
      .THEN(\.favourites.ids, equals: [])
      .THEN(\.list.items, equals: [.ferry, .bridge])
      .runTest()
  }

  @Test func `the diary lists every event, including refused ones`() {
    let (feed, diary) = (NewsFeed.sample(), Diary())
    diary.follow(feed)
    feed.list.send(.userMovedSelection(by: 1))
    #expect(throws: InvalidStateError.self) { try feed.trySend(.userTappedStar) }
    #expect(
      diary.lines == [
        #"\.list userMovedSelection(by: 1)"#,
        #"\.self userTappedStar: refused"#,
      ]
    )
  }

  @Test func `a subscriber is called after each event, until it is cancelled`() {
    let list = ItemList()
    var heard: [Int] = []
    let subscription = list.subscribe { list, _ in heard.append(list.items.count) }
    list.send(.feedLoaded(.success(.almanac)))
    subscription.cancel()
    list.send(.feedLoaded(.success(Feed(title: "Later", items: []))))
    #expect(heard == [2])
  }
}
