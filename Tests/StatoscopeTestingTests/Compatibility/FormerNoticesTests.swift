import Statoscope
import StatoscopeTesting
import StatoscopeTestingCompatibility
import TestSupport
import Testing

/// What a plan that is written with the first Statoscope's names says about differences, once each.
///
/// The tests are deprecated themselves, so that they may use them.
@Suite struct `Notices to those who come from the first Statoscope` {
  @available(*, deprecated) @Test func `effects in flight at the end, which nothing asserted`() throws {
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

  @available(*, deprecated) @Test func `nothing, where a plan asserts them or leaves none`() throws {
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

  @available(*, deprecated) @Test func `nothing, in a plan without a former name`() throws {
    let said = try notices {
      try Shop.GIVEN { Shop() }.WHEN(.open).WHEN(.loadPrices).WHEN_Throws(.open).runTest()
    }
    #expect(said == [])
  }

  @available(*, deprecated) @Test func `effects that throwsWHEN forgot`() throws {
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

  @available(*, deprecated) @Test func `nothing, where throwsWHEN says what it forgets`() throws {
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

  @available(*, deprecated) @Test func `effects that an AND forgot under clearing`() throws {
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

  @available(*, deprecated) @Test func `effects that an event of their child forgot`() throws {
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

  @available(*, deprecated) @Test func `a closure gets what the newer THEN would give it first`() throws {
    try Shop.GIVEN { Shop() }
      .THEN(\.till) { till in #expect(till == nil) }
      .WHEN(.open)
      .THEN(\.till) { till in #expect(till?.effects.isEmpty == true) }
      .runTest()
  }

  @available(*, deprecated) @Test func `a closure that needs a child fails without one`() throws {
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .THEN(\.till, checker: { (till: Till) in #expect(till.effects.isEmpty) })
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        "THEN(\\.till): Shop has no Till there now, so the step was skipped. Send the event that makes it first."
      ]
    )
  }

  @available(*, deprecated) @Test func `effects are forgotten where a ClearEffects says`() throws {
    try Shop.GIVEN { Shop() }
      .configure(clearEffectsOnEveryWhenOrEnd: .some { ($0 as? LoadPrices)?.page == 0 })
      .WHEN(.loadPrices)
      .WHEN(.loadUnmapped)
      .WHEN(.open)
      .THEN { sut in #expect(sut.effects.count == 1) }
      .configure(clearEffectsOnEveryWhenOrEnd: .someInCurrentAndSubscopes { _, scope in scope is Shop })
      .runTest(assertNoPendingEffects: true)
  }
}

/// What plans say on standard error, in order.
private func notices(of plan: () throws -> Void) rethrows -> [String] {
  let said = Locked<[String]>([])
  let write: @Sendable (String) -> Void = { text in said.withLock { $0.append(text) } }
  try FormerDifference.$write.withValue(write) { try plan() }
  return said.withLock { $0 }
}
