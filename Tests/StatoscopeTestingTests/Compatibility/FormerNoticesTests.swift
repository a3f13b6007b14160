import PlanTestSupport
import Statoscope
import StatoscopeTesting
import StatoscopeTestingCompatibility
import TestSupport
import Testing

/// What a plan that is written with the first Statoscope's names says about differences, once each.
///
/// The tests are deprecated themselves, so that they may use them.
@Suite struct `Notices of differences from the first Statoscope` {
  @available(*, deprecated) @Test func `list effects in flight at the end that no step asserted`() throws {
    let line: UInt = #line + 5
    let said = try notices {
      try StoreTestPlan { Shop() }
        .WHEN(.loadPrices)
        .FORK(.open) { sut in try sut.WHEN(.loadPrices) }
        .runTest()
    }
    #expect(
      said == [
        """
        statoscope: runTest() at FormerNoticesTests.swift:\(line): effects are in flight at the end of this path, which \
        the first Statoscope reported as a failure:
          LoadPrices(page: 1), started by .loadPrices
        Write runTest(assertNoPendingEffects: true) to report them.

        """
      ]
    )
  }

  @available(*, deprecated) @Test func `are absent where a plan asserts its effects or leaves none`() throws {
    let said = try notices {
      try StoreTestPlan { Shop() }.WHEN(.open).runTest()
      let found = try failures {
        try StoreTestPlan { Shop() }.WHEN(.loadPrices).runTest(assertNoPendingEffects: true)
      }
      #expect(found.count == 1)
      try StoreTestPlan { Shop() }
        .configure(clearEffectsOnEveryWhenOrEnd: true)
        .WHEN(.loadPrices)
        .runTest()
    }
    #expect(said == [])
  }

  @available(*, deprecated) @Test func `are absent in a plan without a former name`() throws {
    let said = try notices {
      try Shop.GIVEN { Shop() }.WHEN(.open).WHEN(.loadPrices).WHEN_Throws(.open).runTest()
    }
    #expect(said == [])
  }

  @available(*, deprecated) @Test func `list effects that throwsWHEN would have discarded`() throws {
    let said = try notices {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .WHEN(.loadPrices)
        .throwsWHEN(.open)
        .throwsWHEN(.open)
        .WHEN_EffectCompletes(LoadPrices.self, with: [1])
        .runTest()
    }
    #expect(said.count == 1)
    #expect(said.first?.contains("WHEN_Throws(.open)") == true)
    #expect(
      said.first?.hasSuffix(
        """
        the first Statoscope discarded these effects before this step; here they are still in flight:
          LoadPrices(page: 1), started by .loadPrices
        If the plan depends on that, write .configure(clearEffectsOnEveryWhenOrEnd: true) before this step.

        """
      ) == true
    )
  }

  @available(*, deprecated) @Test func `are absent where throwsWHEN states what it discards`() throws {
    let said = try notices {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .WHEN(.loadPrices)
        .throwsWHEN(clearEffects: .none, .open)
        .THEN_EnqueuedEffect(LoadPrices(page: 1))
        .throwsWHEN(clearEffects: .all, .open)
        .THEN_NoEffects()
        .runTest()
    }
    #expect(said == [])
  }

  @available(*, deprecated) @Test func `list effects that an AND would have discarded`() throws {
    let said = try notices {
      try Shop.GIVEN { Shop() }
        .configure(clearEffectsOnEveryWhenOrEnd: .all)
        .WHEN(.loadPrices)
        .AND(.open)
        .THEN_EnqueuedEffect(LoadPrices(page: 1))
        .runTest()
    }
    #expect(said.count == 1)
    #expect(said.first?.contains("discarded these effects before an AND too") == true)
  }

  @available(*, deprecated) @Test func `list effects that an event of their child would have discarded`()
    throws
  {
    let clock = TestClock()
    let said = try notices {
      try StoreTestPlan { Station(clock: clock) }
        .WHEN(.waitInPlatform(.zero))
        .WHEN(\.platform, .arrived)
        .WHEN(\.platform, .arrived)
        .runTest(assertNoPendingEffects: false)
    }
    #expect(said.count == 2)
    #expect(said.first?.contains("the first Statoscope discarded these effects before this step") == true)
    #expect(said.last?.contains("in flight at the end of this path") == true)
  }
}

/// What plans say on standard error, in order.
private func notices(of plan: () throws -> Void) rethrows -> [String] {
  let said = Locked<[String]>([])
  let write: @Sendable (String) -> Void = { text in said.withLock { $0.append(text) } }
  try FormerDifference.$write.withValue(write) { try plan() }
  return said.withLock { $0 }
}
