import Foundation
import Statoscope
import StatoscopeTesting
import Testing

extension NewsClock {
  /// Noon, plus the time that has passed on a test clock.
  static func noon(plus clock: TestClock) -> NewsClock {
    NewsClock(
      now: { Date(timeIntervalSince1970: 43_200 + clock.now.offset / .seconds(1)) },
      ticking: clock
    )
  }
}

@Suite struct AnswerTests {
  let clock = TestClock()

  @Test func `a reload is refused for a minute after the last one`() async throws {
    let feed = Feed(title: "list by root", items: [.ferry])
    try await Answer.ItemList.GIVEN {
      Answer.ItemList()
        .injectObject(Network.named("root"))
        .injectObject(NewsClock.noon(plus: clock))
    }
    .WHEN(.userTappedReload)
    .RECEIVE(.feedLoaded(.success(feed)))
    .ADVANCE(by: .seconds(60))
    .WHEN_Throws(.userTappedReload)
    .ADVANCE(by: .seconds(1))
    .WHEN(.userTappedReload)
    .RECEIVE(.feedLoaded(.success(feed)))
    .runTest(effects: .live(clock))
  }
}
