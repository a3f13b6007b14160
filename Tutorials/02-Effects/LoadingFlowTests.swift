import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// Flows whose effects do not run: the plan ends them.
@Suite struct LoadingFlowTests {
  @Test func `the feed comes, or there is a line about why not`() throws {
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

  @Test func `a reload that fails keeps the articles, and the next one forgets the problem`() throws {
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

  @Test func `the user can stop it, and asking again takes the place of the first`() throws {
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
