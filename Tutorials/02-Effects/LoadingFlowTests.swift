import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// Flows whose effects do not run: the plan ends them.
@Suite struct LoadingFlowTests {
  @Test func `the feed loads, or an error is shown`() throws {
    try ItemList.GIVEN { ItemList(source: .almanac) }
      .WHEN(.userStartedReading)
      .THEN(\.isLoading, equals: true)
      .THEN_EnqueuedEffect(parameter: \LoadFeed.source, equals: .almanac)
      .FORK_EffectFails(LoadFeed.self, with: Offline()) { sut in
        try sut
          .THEN(\.isLoading, equals: false)
          .THEN(\.problem, equals: "Offline()")
          .THEN(\.items, equals: [])
      }
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .THEN(\.isLoading, equals: false)
      .THEN(\.title, equals: "The Harbour Almanac")
      .THEN(\.items, equals: [.ferry, .bridge])
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a failed reload preserves the articles, and the next clears the error`() throws {
    try ItemList.GIVEN { ItemList(source: .almanac) }
      .WHEN(.userStartedReading)
      .WHEN_EffectCompletes(LoadFeed.self, with: .almanac)
      .WHEN(.userTappedReload)
      .WHEN_EffectFails(LoadFeed.self, with: Offline())
      .THEN(\.items, equals: [.ferry, .bridge])
      .THEN(\.problem, equals: "Offline()")
      .WHEN(.userTappedReload)
      .THEN(\.problem, equals: nil)
      .runTest()
  }

  @Test func `the user can stop a load, and a new load replaces the first`() throws {
    try ItemList.GIVEN { ItemList(source: .almanac) }
      .WHEN(.userStartedReading)
      .FORK(.userTappedStop) { sut in
        try sut
          .THEN_NoEffects()
          .THEN(\.isLoading, equals: false)
      }
      .WHEN(.userTappedReload)
      .THEN("one load is in flight") { $0.effects.count == 1 }
      .runTest()
  }
}
