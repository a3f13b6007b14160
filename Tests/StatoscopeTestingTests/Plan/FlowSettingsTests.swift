import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// The settings with which the plans of a suite begin.
@Suite(.flowSettings(.strict)) struct FlowSettingsTests {
  @Test func `a strict suite's plans are exhaustive`() throws {
    #expect(try changesOfUnassertedPlan().count == 1)
  }

  @Test func `a strict suite's plans refuse defaults`() throws {
    let found = try texts { try Clerk.GIVEN { Clerk() }.WHEN(.look).runTest() }
    #expect(found.count == 1)
    #expect(found.first?.contains("looked up Rate, found no injected value") == true)
  }

  @Test func `a strict suite's plans assert that no effects are pending`() throws {
    let found = try failures {
      try Clerk.GIVEN { Clerk() }
        .WHEN(.fetch)
        .THEN_EnqueuedEffect(Fetching())
        .configure(exhaustivity: .off)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasPrefix("runTest(): effects are still in flight at the end of this path.") == true
    )
  }

  @Test func `a strict suite's plans assert release`() throws {
    #expect(try leaks { try $0.runTest() } == 1)
  }

  @Test func `a plan's own argument wins`() throws {
    #expect(try leaks { try $0.runTest(assertRelease: false) } == 0)
    try Clerk.GIVEN { Clerk() }
      .WHEN(.fetch)
      .THEN_EnqueuedEffect(Fetching())
      .runTest(assertNoPendingEffects: false)
  }

  @Test func `a plan's own step wins`() throws {
    try Clerk.GIVEN { Clerk() }
      .configure(exhaustivity: .off)
      .configure(defaultValues: .allowed)
      .WHEN(.count)
      .WHEN(.look)
      .runTest()
  }

  @Test(.flowSettings(.standard)) func `a test's settings win over its suite's`() throws {
    #expect(try changesOfUnassertedPlan().isEmpty)
  }

  @Test(.flowSettings(FlowSettings(defaultValues: .refused)))
  func `a setting that is omitted is the standard one`() throws {
    let found = try texts { try Clerk.GIVEN { Clerk() }.WHEN(.count).WHEN(.look).runTest() }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("WHEN(.look): ") == true)
  }

  @Test func `a closure's settings win over those around it`() async throws {
    #expect(try withFlowSettings(.standard) { try changesOfUnassertedPlan() }.isEmpty)
    let found = try await withFlowSettings(.standard) {
      await Task.yield()
      return try changesOfUnassertedPlan()
    }
    #expect(found.isEmpty)
  }

  @Test func `a strict suite's live plans are exhaustive`() async throws {
    let found = try await liveTexts {
      try await Clerk.GIVEN { Clerk() }
        .WHEN(.fetch)
        .RECEIVE(.fetched)
        .runTest(effects: .live())
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("RECEIVE(.fetched): unasserted state changes") == true)
  }

  @Suite struct `In a suite in it` {
    @Test func `the settings apply as well`() throws {
      #expect(try changesOfUnassertedPlan().count == 1)
    }
  }

  /// The number of leaks that a plan of a retained scope reports.
  private func leaks(_ run: (TestPlan<Clerk>) throws -> Void) throws -> Int {
    var kept: [Clerk] = []
    let found = try failures {
      try run(
        try Clerk.GIVEN {
          kept.append(Clerk())
          return kept[kept.count - 1]
        }
      )
    }
    return found.filter { $0.text.contains("scopes were not released") }.count
  }
}

/// The same in XCTest.
final class FlowSettingsXCTests: XCTestCase {
  override func invokeTest() {
    withFlowSettings(.strict) { super.invokeTest() }
  }

  func testASynchronousTestHasTheSettings() throws {
    XCTAssertEqual(try changesOfUnassertedPlan().count, 1)
  }

  func testAnAsynchronousTestHasTheSettings() async throws {
    await Task.yield()
    XCTAssertEqual(try changesOfUnassertedPlan().count, 1)
  }

  @MainActor func testATestOfTheMainActorHasTheSettings() async throws {
    await Task.yield()
    XCTAssertEqual(try changesOfUnassertedPlan().count, 1)
  }
}

private func changesOfUnassertedPlan() throws -> [Failure] {
  try failures { try Clerk.GIVEN { Clerk() }.WHEN(.count).runTest() }
    .filter { $0.text.contains("unasserted state changes") }
}

private struct Rate: Injectable {
  var value = 1
  static var defaultValue: Rate { Rate() }
}

private struct Fetching: Effect, Equatable {
  func runEffect() async throws {}
}

private final class Clerk: Scope {
  enum When: Equatable {
    case count
    case look
    case fetch
    case fetched
  }

  private(set) var count = 0
  @Injected private var rate: Rate

  func update(_ when: When) throws {
    switch when {
    case .count, .fetched: count += 1
    case .look: _ = rate
    case .fetch: effectsState.enqueue(Fetching().map { .fetched })
    }
  }
}
