import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What users of CacheStore rely on when they test, and what failed them there.
@Suite struct FromCacheStoreTests {
  let clock = TestClock()

  @Test
  func `CacheStore: effects are received first in first out`() async throws {
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("first", .zero))
      .AND(.delay("second", .zero))
      .RECEIVE(.came("first"))
      .RECEIVE(.came("second"))
      .THEN(\.came, equals: ["first", "second"])
      .runTest(effects: .live(clock))
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("first", .zero))
        .AND(.delay("second", .zero))
        .RECEIVE(.came("second"))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("RECEIVE(.came(\"second\")): the event is not the oldest.") == true)
  }

  @Test
  func `CacheStore: leftovers fail the test`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .WHEN(.delay("left over", .zero))
        .WHEN(.delay("still running", .seconds(1)))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("no step received these events") == true)
    #expect(found.first?.contains(".came(\"left over\"), from Answer(left over)") == true)
    #expect(found.last?.contains("effects are still running") == true)
  }

  @Test
  func `CacheStore: its receive passed silently on nil`() async throws {
    let found = try await liveTexts {
      try await Station.GIVEN { Station(clock: clock) }
        .RECEIVE(.came("nothing"))
        .runTest(effects: .live(clock))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("no event arrived, and none can") == true)
  }

  @Test
  func `CacheStore: its receive ran effects twice`() async throws {
    let runs = Journal()
    try await Runner.GIVEN { Runner(runs: runs) }
      .WHEN(.run)
      .RECEIVE(.ran)
      .runTest(effects: .live(clock))
    #expect(runs.entries == ["ran"])
  }
}

private final class Runner: Scope {
  enum When {
    case run
    case ran
  }

  private let runs: Journal

  init(runs: Journal) {
    self.runs = runs
  }

  func update(_ when: When) throws {
    guard case .run = when else { return }
    effectsState.enqueue(
      AnyEffect { [runs] in
        runs.note("ran")
        return .ran
      }
    )
  }
}
