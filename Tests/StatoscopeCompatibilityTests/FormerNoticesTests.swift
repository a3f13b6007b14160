import PlanTestSupport
import Statoscope
import StatoscopeCompatibility
import StatoscopeTesting
import StatoscopeTestingCompatibility
import TestSupport
import Testing

/// What a plan says about differences once each, where `StatoscopeTestingCompatibility` is imported.
///
/// Tests of former names are deprecated themselves, so that they may use them.
@Suite struct `Notices of differences from the first Statoscope` {
  @available(*, deprecated) @Test func `list effects in flight at the end that no step asserted`() throws {
    let line: UInt = #line + 5
    let said = try notices {
      try StoreTestPlan { Kiosk() }
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
      try StoreTestPlan { Kiosk() }.WHEN(.open).runTest()
      let found = try failures {
        try StoreTestPlan { Kiosk() }.WHEN(.loadPrices).runTest(assertNoPendingEffects: true)
      }
      #expect(found.count == 1)
      try StoreTestPlan { Kiosk() }
        .configure(clearEffectsOnEveryWhenOrEnd: true)
        .WHEN(.loadPrices)
        .runTest()
    }
    #expect(said == [])
  }

  @Test func `appear in a plan without a former name, too`() throws {
    let line: UInt = #line + 5
    let said = try notices {
      try Kiosk.GIVEN { Kiosk() }
        .WHEN(.open)
        .WHEN(.loadPrices)
        .WHEN_Throws(.open)
        .runTest()
    }
    #expect(
      said == [
        """
        statoscope: WHEN_Throws(.open) at FormerNoticesTests.swift:\(line): the first Statoscope discarded these effects \
        before this step; here they are still in flight:
          LoadPrices(page: 1), started by .loadPrices
        If the plan depends on that, write .configure(clearEffectsOnEveryWhenOrEnd: true) before this step.

        """,
        """
        statoscope: runTest() at FormerNoticesTests.swift:\(line + 1): effects are in flight at the end of this path, which \
        the first Statoscope reported as a failure:
          LoadPrices(page: 1), started by .loadPrices
        Write runTest(assertNoPendingEffects: true) to report them.

        """,
      ]
    )
  }

  @Test(arguments: [nil, false, true]) func `appear for each argument of runTest`(assertRelease: Bool?) throws
  {
    let said = try notices {
      try Kiosk.GIVEN { Kiosk() }.WHEN(.loadPrices).runTest(assertRelease: assertRelease)
      try Kiosk.GIVEN { Kiosk() }.WHEN(.loadPrices).runTest(assertNoPendingEffects: false)
      try Kiosk.GIVEN { Kiosk() }
        .WHEN(.loadPrices)
        .runTest(assertRelease: assertRelease, assertNoPendingEffects: false)
    }
    #expect(said.count == 3)
  }

  @Test func `appear once per plan and kind`() throws {
    let said = try notices {
      try Kiosk.GIVEN { Kiosk() }
        .WHEN(\.basket, .weigh)
        .FORK(\.basket, .weigh) { sut in try sut.WHEN(\.basket, .weigh) }
        .WHEN(\.basket, .weigh)
        .WHEN(\.basket, .weigh)
        .runTest()
    }
    #expect(said.count == 2, "\(said)")
  }

  @available(*, deprecated) @Test func `name the scope whose updateSubscope an event passes`() throws {
    let said = try notices {
      try StoreTestPlan { FormerMiddleWare() }.WHEN(()).runTest()
      try StoreTestPlan { FormerMiddleWare() }.WHEN(\.till, .ring).runTest()
      try StoreTestPlan { CurrentMiddleware() }.WHEN(()).runTest()
      try StoreTestPlan { CurrentMiddleware() }.WHEN(\.till, .ring).runTest()
    }
    #expect(
      said.map { $0.split(separator: ": ", maxSplits: 2).last } == [
        """
        this event passes the updateSubscope of FormerMiddleWare, which the events of a plan bypassed in the first Statoscope.
        The resulting state is that of the app.

        """,
        """
        this event passes the updateSubscope of FormerMiddleWare, which the events of a plan bypassed in the first Statoscope.
        The resulting state is that of the app.

        """,
        """
        this event passes the updateSubscope of CurrentMiddleware, which the events of a plan bypassed in the first Statoscope.
        The resulting state is that of the app.

        """,
      ]
    )
  }

  @available(*, deprecated) @Test func `list effects that throwsWHEN would have discarded`() throws {
    let said = try notices {
      try Kiosk.GIVEN { Kiosk() }
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
      try Kiosk.GIVEN { Kiosk() }
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
      try Kiosk.GIVEN { Kiosk() }
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
    let said = try notices {
      try StoreTestPlan { Kiosk() }
        .WHEN(\.basket, .weigh)
        .WHEN(\.basket, .weighed(1))
        .WHEN(\.basket, .weighed(2))
        .runTest(assertNoPendingEffects: false)
    }
    #expect(said.count == 2)
    #expect(said.first?.contains("the first Statoscope discarded these effects before this step") == true)
    #expect(said.last?.contains("in flight at the end of this path") == true)
  }
}

@available(*, deprecated)
private final class FormerMiddleWare: Scope, HierarchialScopeMiddleWare {
  @Subscope var till = Till()
  func update(_ when: Void) throws {}
  func updateSubscope<SubWhen: Sendable>(_ event: WhenFromSubscope<SubWhen>) throws { try event.forward() }
}

private final class CurrentMiddleware: Scope, SubscopeMiddleware {
  @Subscope var till = Till()
  func update(_ when: Void) throws {}
  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws { try next() }
}

/// What plans say on standard error, in order.
private func notices(of plan: () throws -> Void) rethrows -> [String] {
  let said = Locked<[String]>([])
  let write: @Sendable (String) -> Void = { text in said.withLock { $0.append(text) } }
  try FormerDifference.$write.withValue(write) { try plan() }
  return said.withLock { $0 }
}
