import Statoscope
import StatoscopeTesting
import Testing

/// Flows whose effects run, with a clock that the test controls.
@Suite struct ScreensLiveTests {
  let clock = TestClock()

  @Test func `the seconds of a recording pass until it stops`() async throws {
    try await NewsFeed.GIVEN { .loaded(clock: clock) }
      .WHEN(.userOpened(.ferry))
      .WITH(\.path[ifThere: 0], as: Article.self)
      .RECEIVE(.storyLoaded(.success("")))
      .WHEN(.userTappedMemos)
      .POP()
      .WHEN(\.path[ifThere: 1], as: MemoList.self, .userTappedRecord)
      .WITH(\.path[ifThere: 2], as: Recording.self)
      .ADVANCE(by: .seconds(2))
      .RECEIVE(.secondPassed(1))
      .RECEIVE(.secondPassed(2))
      .WHEN(.userTappedStop)
      .POP()
      .ADVANCE(by: .seconds(60))
      .THEN(\.memos, equals: [Memo(item: "ferry", seconds: 2)])
      .runTest(effects: .live(clock), assertRelease: true)
  }

  @Test func `a letter dismisses itself when it was sent`() async throws {
    let clock = clock
    let slow = Network(
      feed: { .almanac },
      story: { _ in "" },
      letter: { _, _ in try await clock.sleep(for: .seconds(3)) }
    )
    try await NewsFeed.GIVEN { .loaded(clock: clock, network: slow) }
      .WHEN(.userStartedLetter(about: .ferry))
      .WITH(\.sheet, as: Letter.self)
      .WHEN(.userTyped("It was late."))
      .WHEN(.userTappedSend)
      .ADVANCE(by: .seconds(2))
      .THEN(\.isBeingSent, equals: true)
      .FORK(.userTyped("It was very late.")) {
        try $0.ADVANCE(by: .seconds(1)).RECEIVE(.sent(.success(())))
      }
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.sent(.success(())))
      .POP()
      .THEN_Nil(\.sheet)
      .runTest(effects: .live(clock))
  }
}
