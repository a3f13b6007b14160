import Statoscope
import StatoscopeTesting
import Testing

/// Flows that assert every change and every effect of their events.
@Suite(.flowSettings(.strict)) struct ScreensExhaustiveTests {
  @Test func `a recording changes its seconds, and creates a memo`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .THEN(\.path) { path in #expect(path.count == 1) }
      .WITH(\.path[ifThere: 0], as: Article.self)
      .THEN(\.item, equals: .ferry)
      .THEN(\.story, equals: "…")
      .WHEN_EffectCompletes(LoadStory.self, with: "Mind the gap.")
      .THEN(\.story, equals: "Mind the gap.")
      .WHEN(.userTappedMemos)
      .POP()
      .THEN(\.path) { path in #expect(path.count == 2) }
      .WITH(\.path[ifThere: 1], as: MemoList.self)
      .THEN(\.item, equals: .ferry)
      .POP()
      .WHEN(\.path[ifThere: 1], as: MemoList.self, .userTappedRecord)
      .THEN(\.path) { path in #expect(path.count == 3) }
      .THEN_Enqueued(\.path[ifThere: 2], as: Recording.self, effect: TimerEffect(every: .seconds(1)))
      .WITH(\.path[ifThere: 2], as: Recording.self)
      .THEN(\.item, equals: .ferry)
      .THEN(\.seconds, equals: 0)
      .WHEN_StreamYields(TimerEffect.self, 1)
      .THEN(\.seconds, equals: 1)
      .WHEN(.userTappedStop)
      .POP()
      .THEN(\.path, changes: { $0.removeLast() })
      .THEN(\.memos, equals: [Memo(item: "ferry", seconds: 1)])
      .runTest()
  }

  @Test func `a letter is written, fails to be sent, and is sent`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .configure(exhaustivity: .off)
      .WHEN(.userOpened(.ferry))
      .WHEN_EffectCompletes(\.path[ifThere: 0], as: Article.self, LoadStory.self, with: "Mind the gap.")
      .configure(exhaustivity: .on)
      .WHEN(\.path[ifThere: 0], as: Article.self, .userTappedWrite)
      .THEN_NotNil(\.sheet)
      .WITH(\.sheet, as: Letter.self)
      .THEN(\.item, equals: .ferry)
      .THEN(\.text, equals: "")
      .THEN(\.isBeingSent, equals: false)
      .THEN_Nil(\.problem)
      .WHEN(.userTyped("It was late."))
      .THEN(\.text, equals: "It was late.")
      .WHEN(.userTappedSend)
      .THEN(\.isBeingSent, equals: true)
      .WHEN_EffectFails(SendLetter.self, with: NoConnection())
      .THEN(\.isBeingSent, equals: false)
      .THEN(\.problem, equals: "Not sent: NoConnection()")
      .WHEN(.userTappedSend)
      .THEN(\.isBeingSent, equals: true)
      .THEN_Nil(\.problem)
      .WHEN_EffectCompletes(SendLetter.self, with: ())
      .POP()
      .THEN_Nil(\.sheet)
      .runTest()
  }

  @Test func `an alert is a change of the sheet`() throws {
    let memo = Memo(item: "ferry", seconds: 1)
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.memoRecorded(memo))
      .THEN(\.memos, equals: [memo])
      .WHEN(.userTappedDelete(memo))
      .THEN(
        \.sheet,
        shows: """
          .alert
            deleting: Memo
              item: "ferry"
              seconds: 1
          """
      )
      .WHEN(.userConfirmedDeletion)
      .THEN(\.memos, equals: [])
      .THEN_Nil(\.sheet)
      .runTest()
  }
}
