import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// Flows whose effects run, with a clock that the test controls.
@Suite struct LoadingLiveTests {
  let clock = TestClock()

  @Test func `a network that fails twice is asked a third time`() async throws {
    try await ItemList.GIVEN { ItemList(source: .almanac, network: .failing(2), clock: clock) }
      .WHEN(.userStartedReading)
      .ADVANCE(by: .seconds(2))
      .RECEIVE(.feedLoaded(.success(.almanac)))
      .THEN(\.items, equals: [.ferry, .bridge])
      .runTest(effects: .live(clock))
  }

  @Test func `a network that never answers fails after three timeouts`() async throws {
    try await ItemList.GIVEN { ItemList(source: .almanac, network: .silent(clock), clock: clock) }
      .WHEN(.userStartedReading)
      .ADVANCE(by: .seconds(31))
      .THEN(\.isLoading, equals: true)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.feedLoaded(.failure(EffectTimeoutError(effect: "LoadFeed", duration: .seconds(10)))))
      .THEN(\.problem, equals: "LoadFeed took longer than 10.0 seconds and was cancelled")
      .runTest(effects: .live(clock))
  }

  @Test func `an answer that arrives after the user stopped is discarded`() async throws {
    try await ItemList.GIVEN { ItemList(source: .almanac, network: .failing(2), clock: clock) }
      .WHEN(.userStartedReading)
      .ADVANCE(by: .seconds(1))
      .WHEN(.userTappedStop)
      .ADVANCE(by: .seconds(60))
      .THEN(\.items, equals: [])
      .runTest(effects: .live(clock))
  }
}
