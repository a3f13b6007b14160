import Statoscope
import StatoscopeTesting
import Testing

/// The answer to the exercise.
@Suite struct AnswerTests {
  let clock = TestClock()

  @Test func `a reload replaces a load that hangs`() async throws {
    try await ItemList.GIVEN { ItemList(source: .almanac, network: .hangingOnce(clock), clock: clock) }
      .WHEN(.userStartedReading)
      .WHEN(.userTappedReload)
      .RECEIVE(.feedLoaded(.success(.almanac)))
      .THEN(\.items, equals: [.ferry, .bridge])
      .runTest(effects: .live(clock))
  }
}
