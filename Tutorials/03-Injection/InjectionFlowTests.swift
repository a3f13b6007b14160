import Foundation
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct InjectionFlowTests {
  let clock = TestClock()

  @Test func `a value injected at the root is found by all below it`() async throws {
    try await NewsFeed.GIVEN {
      NewsFeed()
        .injectObject(StateStorage.inMemory())
        .injectObject(Network.named("root"))
        .injectObject(NewsClock.noon(ticking: clock))
    }
    .WHEN(\.list, .userStartedReading)
    .RECEIVE(\.list, .feedLoaded(.success(Feed(title: "list by root", items: [.ferry]))))
    .WHEN(.userTappedOpen)
    .RECEIVE(\.article, .storyLoaded(.success("story by root")))
    .runTest(effects: .live(clock))
  }

  @Test func `a value injected at the list is found by the list only`() async throws {
    try await NewsFeed.GIVEN {
      let feed = NewsFeed()
        .injectObject(StateStorage.inMemory())
        .injectObject(Network.named("root"))
        .injectObject(NewsClock.noon(ticking: clock))
      feed.list.injectObject(Network.named("list"))
      return feed
    }
    .WHEN(\.list, .userStartedReading)
    .RECEIVE(\.list, .feedLoaded(.success(Feed(title: "list by list", items: [.ferry]))))
    .WHEN(.userTappedOpen)
    .RECEIVE(\.article, .storyLoaded(.success("story by root")))
    .runTest(effects: .live(clock))
  }

  @Test func `the list shows when its feed was loaded`() throws {
    try ItemList.GIVEN {
      ItemList()
        .injectObject(StateStorage.inMemory())
        .injectObject(NewsClock.noon)
    }
    .WHEN(.userStartedReading)
    .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
    .THEN(\.loadedAt, equals: Date(timeIntervalSince1970: 43_200))
    .runTest()
  }

  @Test func `an override ends with its token`() async throws {
    let feed = NewsFeed().injectObject(Network.named("root"))
    let token = feed.list.override(Network.named("override"))
    #expect(try await feed.list.resolve(Network.self).feed().title == "list by override")
    token.cancel()
    #expect(try await feed.list.resolve(Network.self).feed().title == "list by root")
  }
}
