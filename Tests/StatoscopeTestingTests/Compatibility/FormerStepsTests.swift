import PlanTestSupport
import Statoscope
import StatoscopeTesting
import StatoscopeTestingCompatibility
import TestSupport
import Testing

/// The names of the first Statoscope's flow tests, each at work.
///
/// The tests are deprecated themselves, so that they may use them.
@Suite struct FormerStepsTests {
  @available(*, deprecated) @Test func `StoreTestPlan is the type of a plan`() throws {
    let plan: StoreTestPlan<Shop> = try Shop.GIVEN { Shop() }
    try plan.THEN(\.isOpen, equals: false).runTest()
  }

  @available(*, deprecated) @Test func `throwsWHEN expects an error`() throws {
    try Shop.GIVEN { Shop() }
      .throwsWHEN(\.basket, .add("pear"))
      .WHEN(.open)
      .throwsWHEN(.open)
      .runTest()
    let found = try failures {
      try Shop.GIVEN { Shop() }.WHEN(.open).throwsWHEN(.close).throwsWHEN(\.till, .ring).runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.text.hasPrefix("WHEN_Throws(.close): `update` did not throw on .close.") == true)
    #expect(found.last?.text.contains("Shop has no Till there now") == true)
  }

  @available(*, deprecated) @Test func `THEN_EnquedEffect checks enqueued effects`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.loadPrices)
      .THEN_EnquedEffect(LoadPrices(page: 1))
      .THEN_EnquedEffect(parameter: \LoadPrices.page, equals: 1)
      .THEN_EnquedEffect(\LoadPrices.page, equals: 1)
      .THEN_NoEnquedEffect(OtherEffect.self)
      .THEN_NoEnquedEffect(\.basket, LoadPrices.self)
      .runTest()
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .THEN_EnquedEffect(LoadPrices(page: 2))
        .WHEN(.loadPrices)
        .THEN_NoEnquedEffect(LoadPrices.self)
        .THEN_NoEnquedEffect(\.till, LoadPrices.self)
        .runTest()
    }
    #expect(found.count == 3)
  }

  @available(*, deprecated) @Test func `THEN_Enqued checks the effects of a child`() throws {
    let clock = TestClock()
    try Station.GIVEN { Station(clock: clock) }
      .WHEN(.waitInPlatform(.zero))
      .THEN_Enqued(\.platform, effect: Answer(text: "train"))
      .runTest()
    let found = try failures {
      try Shop.GIVEN { Shop() }.THEN_Enqued(\.till, effect: OtherEffect()).runTest()
    }
    #expect(found.count == 1)
  }

  @available(*, deprecated) @Test func `WHEN_OlderEffectCompletes ends the oldest effect`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.loadPrices)
      .FORK_OlderEffectCompletes(with: .pricesLoaded(.success([1]))) { sut in
        try sut.THEN(\.prices, equals: [1])
      }
      .WHEN_OlderEffectCompletes(with: .pricesLoaded(.success([2])))
      .THEN(\.prices, equals: [2])
      .THEN_NoEffects()
      .runTest()
  }

  @available(*, deprecated) @Test func `XCTAssertEffectsInclude checks the effects of a scope`() throws {
    let shop = Shop().injectObject(EffectsExecution.enqueueOnly).send(.loadPrices)
    XCTAssertEffectsInclude(shop, LoadPrices(page: 1))
    let line: UInt = #line
    let found = failures {
      XCTAssertEffectsInclude(shop, LoadPrices(page: 2), "the second page")
      XCTAssertEffectsInclude(nil as Shop?, LoadPrices(page: 2))
    }
    #expect(
      found == [
        Failure(
          line: line + 2,
          text: """
            XCTAssertEffectsInclude: no effect in flight is equal to LoadPrices(page: 2). In flight, oldest first:
              LoadPrices(page: 1)
            Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
            the second page
            """
        ),
        Failure(
          line: line + 3,
          text: """
            XCTAssertEffectsInclude: no effect in flight is equal to LoadPrices(page: 2). None is in flight.
            Send the event that enqueues it before this step, or fix `update`, which should enqueue it.
            """
        ),
      ]
    )
  }

  @available(*, deprecated) @Test func `XCTAssertEqualDiff shows a diff`() throws {
    try XCTAssertEqualDiff([1, 2], [1, 2])
    let found = try failures { try XCTAssertEqualDiff([1, 3], [1, 2]) }
    #expect(
      found.map(\.text) == [
        """
        XCTAssertEqualDiff: the value differs (- expected, + found):
            [
              1
          -   2
          +   3
            ]
        If this is intended, update the test; otherwise fix `update`.
        """
      ]
    )
  }

  @available(*, deprecated) @Test func `a closure of THEN may take an optional child`() throws {
    try Shop.GIVEN { Shop() }
      .THEN(\.till) { till in #expect(till == nil) }
      .WHEN(.open)
      .THEN(\.till) { till in #expect(till?.effects.isEmpty == true) }
      .runTest()
  }

  @available(*, deprecated) @Test func `a closure that needs a child fails without it`() throws {
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

  @available(*, deprecated) @Test func `a ClearEffects value determines which effects are discarded`() throws
  {
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
