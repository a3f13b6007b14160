import Statoscope
import StatoscopeTesting
import Testing

@Suite struct ScreensFlowTests {
  @Test func `a memo is recorded on the third screen and listed on the second`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .WHEN(\.path[ifThere: 0], as: Article.self, .userTappedMemos)
      .WHEN(\.path[ifThere: 1], as: MemoList.self, .userTappedRecord)
      .THEN(\.path.count, equals: 3)
      .WITH(\.path[ifThere: 2], as: Recording.self)
      .WHEN_StreamYields(TimerEffect.self, 1)
      .WHEN_StreamYields(TimerEffect.self, 2)
      .THEN(\.seconds, equals: 2)
      .POP()
      .FORK(.userTappedBack) { leaving in
        try leaving
          .THEN(\.memos, equals: [])
          .WHEN(.userTappedBack)
          .WHEN(.userTappedBack)
      }
      .WHEN(\.path[ifThere: 2], as: Recording.self, .userTappedStop)
      .THEN(\.path.count, equals: 2)
      .THEN(\.memos, equals: [Memo(item: "ferry", seconds: 2)])
      .WHEN(.userTappedBack)
      .WHEN(.userTappedBack)
      .THEN(\.path.isEmpty, equals: true)
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a sent letter is removed, and one that failed can be sent again`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .WHEN(\.path[ifThere: 0], as: Article.self, .userTappedWrite)
      .WITH(\.sheet, as: Letter.self)
      .WHEN_Throws(.userTappedSend)
      .WHEN(.userTyped("It was late."))
      .WHEN(.userTappedSend)
      .FORK_EffectFails(SendLetter.self, with: NoConnection()) {
        try $0.THEN(\.problem, equals: "Not sent: NoConnection()")
          .WHEN(.userTappedSend)
          .THEN_EnqueuedEffect(SendLetter(item: "ferry", text: "It was late."))
      }
      .WHEN_EffectCompletes(SendLetter.self, with: ())
      .POP()
      .THEN_Nil(\.sheet)
      .runTest(assertRelease: true)
  }

  @Test func `a memo is deleted once the user has confirmed`() throws {
    let memo = Memo(item: "ferry", seconds: 2)
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .WHEN(\.article, .userTappedMemos)
      .WHEN(.memoRecorded(memo))
      .WHEN(\.path[ifThere: 1], as: MemoList.self, .userTappedDelete(memo))
      .THEN { feed in
        guard case .alert(deleting: memo) = feed.sheet else { throw InvalidStateError() }
      }
      .WHEN_Throws(.userTappedBack)
      .FORK(.userDismissedSheet) { try $0.THEN(\.memos, equals: [memo]) }
      .WHEN(.userConfirmedDeletion)
      .THEN(\.memos, equals: [])
      .THEN_Nil(\.sheet)
      .runTest(assertRelease: true)
  }

  @Test func `a screen is opened only once`() throws {
    try NewsFeed.GIVEN { .loaded() }
      .WHEN(.userOpened(.ferry))
      .WHEN(\.article, .userTappedMemos)
      .WHEN_Throws(\.article, .userTappedMemos)
      .THEN(\.path.count, equals: 2)
      .runTest()
  }
}

struct NoConnection: Error, Equatable {}
