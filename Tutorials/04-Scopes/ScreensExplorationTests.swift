import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// All sequences of taps.
@Suite struct ScreensExplorationTests {
  @Test func `no path through the screens violates a property`() throws {
    let found = try NewsFeed.EXPLORE { .loaded() }
      .EVENTS { feed in
        [.userOpened(.ferry), .userTappedBack, .userDismissedSheet, .userConfirmedDeletion]
          + feed.memos.map { .userTappedDelete($0) }
      }
      .EVENTS(\.path.last, as: Article.self) { _ in [.userTappedMemos, .userTappedWrite] }
      .EVENTS(\.path.last, as: MemoList.self) { screen in
        screen.memos.isEmpty ? [.userTappedRecord] : screen.memos.map { .userTappedDelete($0) }
      }
      .EVENTS(\.path.last, as: Recording.self) { _ in [.userTappedStop] }
      .EVENTS(\.sheet, as: Letter.self) { _ in [.userTyped("It was late."), .userTappedSend] }
      .EFFECT(LoadStory.self, completesWith: ["Mind the gap."], failsWith: [NoConnection()])
      .EFFECT(SendLetter.self, completesWith: [()], failsWith: [NoConnection()])
      .EFFECT(TimerEffect.self, yields: [1, 2])
      // The closure of its subscription captures nothing, which an exploration cannot see.
      .STATE { feed in feed.debugDescription }
      .NEVER("a recording lies on anything but the memos") { feed in
        guard case .recording = feed.path.last else { return false }
        guard case .memos = feed.path.dropLast().last else { return true }
        return false
      }
      .NEVER("the alert is about a memo that is gone") { feed in
        if case .alert(deleting: let memo) = feed.sheet { !feed.memos.contains(memo) } else { false }
      }
      .ALWAYS_REACHABLE("nothing lies over the list") { feed in feed.path.isEmpty && feed.sheet == nil }
      .SETTLES("no letter is on its way") { feed in
        if case .letter(let letter) = feed.sheet { !letter.isBeingSent } else { true }
      }
      .REACHES("a memo was recorded") { feed in feed.memos == [Memo(item: "ferry", seconds: 2)] }
      .REACHES("a letter was not sent") { feed in
        if case .letter(let letter) = feed.sheet { letter.problem != nil } else { false }
      }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
    #expect(found.uncheckedProperties.isEmpty)
    #expect(found.effectsThatNeverEnd.isEmpty)
  }
}
