import Statoscope

/// A memo that is being recorded.
final class Recording: Scope {
  let item: FeedItem
  private(set) var seconds = 0

  @Injected private var clock: NewsClock

  init(item: FeedItem) {
    self.item = item
  }

  enum When {
    case userStarted
    case secondPassed(Int)
    case userTappedStop
  }

  func update(_ when: When) throws {
    switch when {
    case .userStarted:
      let timer = TimerEffect(every: .seconds(1), clock: clock.ticking)
      effectsState.enqueue(timer.map(When.secondPassed), id: "timer", policy: .ignore)
    case .secondPassed(let number):
      seconds = number
    case .userTappedStop:
      removeFromSuperscope()
    }
  }

  var memo: Memo { Memo(item: item.id, seconds: seconds) }
}
