import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite struct NewsTests {
  @Test func `headlines load, or a failure shows a message`() throws {
    try News.GIVEN { News() }
      .WHEN(.userPulledToRefresh)
      .THEN_EnqueuedEffect(parameter: \LoadHeadlines.topic, equals: "swift")
      .FORK_EffectFails(LoadHeadlines.self, with: Offline()) {
        try $0.THEN(\.problem, equals: "No news: Offline()")
      }
      .WHEN_EffectCompletes(LoadHeadlines.self, with: ["Swift 7 is out"])
      .THEN(\.headlines, equals: ["Swift 7 is out"])
      .runTest()
  }

  @Test func `an injected network serves all scopes below`() async throws {
    let network = Network { topic in ["news about \(topic)"] }
    try await NewsApp.GIVEN { NewsApp().injectObject(network) }
      .WHEN(\.news, .userPulledToRefresh)
      .RECEIVE(\.news, .loaded(.success(["news about swift"])))
      .THEN(\.news.headlines, equals: ["news about swift"])
      .runTest(effects: .live())
  }

  @Test func `every problem can be cleared, and loading always ends`() throws {
    try News.EXPLORE { News() }
      .EVENTS { _ in [.userPulledToRefresh] }
      .EFFECT(LoadHeadlines.self, completesWith: [["Swift 7 is out"]], failsWith: [Offline()])
      .ALWAYS_REACHABLE("no problem is shown") { $0.problem == nil }
      .SETTLES("nothing loads") { $0.effects.isEmpty }
      .run()
  }

  @Test func `a stored value outlives its scope`() throws {
    let storage = StateStorage.inMemory()
    let settings = Settings().injectObject(storage)
    settings.send(.userChose(topic: "linux"))
    #expect(Settings().injectObject(storage).topic == "linux")
  }

  @Test func `choosing a topic closes the settings`() throws {
    try NewsApp.GIVEN { NewsApp().injectObject(StateStorage.inMemory()) }
      .WHEN(.userTappedSettings)
      .WHEN(\.path[ifThere: 0], as: Settings.self, .userChose(topic: "linux"))
      .THEN(\.path.isEmpty, equals: true)
      .runTest()
  }
}
