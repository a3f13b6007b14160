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
    let plan: StoreTestPlan<Kiosk> = try Kiosk.GIVEN { Kiosk() }
    try plan.THEN(\.isOpen, equals: false).runTest()
  }

  @available(*, deprecated) @Test func `throwsWHEN expects an error`() throws {
    try Kiosk.GIVEN { Kiosk() }
      .throwsWHEN(\.basket, .add("pear"))
      .WHEN(.open)
      .throwsWHEN(.open)
      .runTest()
    let found = try failures {
      try Kiosk.GIVEN { Kiosk() }.WHEN(.open).throwsWHEN(.close).throwsWHEN(\.till, .ring).runTest()
    }
    #expect(found.count == 2)
    #expect(found.first?.text.hasPrefix("WHEN_Throws(.close): `update` did not throw on .close.") == true)
    #expect(found.last?.text.contains("Kiosk has no Till there now") == true)
  }

  @available(*, deprecated) @Test func `THEN_EnquedEffect checks enqueued effects`() throws {
    try Kiosk.GIVEN { Kiosk() }
      .WHEN(.loadPrices)
      .THEN_EnquedEffect(LoadPrices(page: 1))
      .THEN_EnquedEffect(parameter: \LoadPrices.page, equals: 1)
      .THEN_EnquedEffect(\LoadPrices.page, equals: 1)
      .THEN_NoEnquedEffect(OtherEffect.self)
      .THEN_NoEnquedEffect(\.basket, LoadPrices.self)
      .runTest()
    let found = try failures {
      try Kiosk.GIVEN { Kiosk() }
        .THEN_EnquedEffect(LoadPrices(page: 2))
        .WHEN(.loadPrices)
        .THEN_NoEnquedEffect(LoadPrices.self)
        .THEN_NoEnquedEffect(\.till, LoadPrices.self)
        .runTest()
    }
    #expect(found.count == 3)
  }

  @available(*, deprecated) @Test func `THEN_Enqued checks the effects of a child`() throws {
    try Kiosk.GIVEN { Kiosk() }
      .WHEN(\.basket, .weigh)
      .THEN_Enqued(\.basket, effect: OtherEffect())
      .runTest()
    let found = try failures {
      try Kiosk.GIVEN { Kiosk() }.THEN_Enqued(\.till, effect: OtherEffect()).runTest()
    }
    #expect(found.count == 1)
  }

  @available(*, deprecated) @Test func `WHEN_OlderEffectCompletes ends the oldest effect`() throws {
    try Kiosk.GIVEN { Kiosk() }
      .WHEN(.loadPrices)
      .FORK_OlderEffectCompletes(with: .pricesLoaded([1])) { sut in
        try sut.THEN(\.prices, equals: [1])
      }
      .WHEN_OlderEffectCompletes(with: .pricesLoaded([2]))
      .THEN(\.prices, equals: [2])
      .THEN_NoEffects()
      .runTest()
  }

  @available(*, deprecated) @Test func `XCTAssertEffectsInclude checks the effects of a scope`() throws {
    let kiosk = Kiosk().injectObject(EffectsExecution.enqueueOnly).send(.loadPrices)
    XCTAssertEffectsInclude(kiosk, LoadPrices(page: 1))
    let line: UInt = #line
    let found = failures {
      XCTAssertEffectsInclude(kiosk, LoadPrices(page: 2), "the second page")
      XCTAssertEffectsInclude(nil as Kiosk?, LoadPrices(page: 2))
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

  @available(*, deprecated) @Test func `a closure of a fork may return the plan`() throws {
    let found = try failures {
      try Kiosk.GIVEN { Kiosk() }
        .FORK(.open) { sut -> StoreTestPlan<Kiosk> in
          let end = try sut.THEN(\.isOpen, equals: false)
          return end
        }
        .FORK(\.basket, .weigh) { sut in
          try sut.THEN_Enqued(\.basket, effect: OtherEffect())
          return try sut.THEN(\.basket.weight, equals: 1)
        }
        .WHEN(.loadPrices)
        .FORK_EffectCompletes(LoadPrices.self, with: [1]) { sut in
          try sut.THEN(\.prices, equals: [1])
          return try sut.THEN(\.prices, equals: [2])
        }
        .FORK_EffectFails(LoadPrices.self, with: CancellationError()) { sut in
          try sut.THEN_NoEffects()
          return try sut.THEN(\.prices, equals: [3])
        }
        .FORK_OldestEffectCompletes(with: .pricesLoaded([4])) { sut in
          try sut.THEN(\.prices, equals: [4])
          return try sut.THEN(\.prices, equals: [5])
        }
        .FORK_OlderEffectCompletes(with: .pricesLoaded([6])) { sut in
          try sut.THEN(\.prices, equals: [6])
          return try sut.THEN(\.prices, equals: [7])
        }
        .runTest(assertNoPendingEffects: false)
    }
    #expect(found.count == 6, "\(found.map(\.text))")
  }

  @available(*, deprecated) @Test func `T is the class of a plan's scope`() throws {
    try Kiosk.GIVEN { Kiosk() }.opening().runTest()
  }

  @available(*, deprecated) @Test func `a closure of THEN may take an optional child`() throws {
    try Kiosk.GIVEN { Kiosk() }
      .THEN(\.till) { till in #expect(till == nil) }
      .WHEN(.open)
      .THEN(\.till) { till in #expect(till?.effects.isEmpty == true) }
      .runTest()
  }

  @available(*, deprecated) @Test func `a closure that needs a child fails without it`() throws {
    let found = try failures {
      try Kiosk.GIVEN { Kiosk() }
        .THEN(\.till, checker: { (till: Till) in #expect(till.effects.isEmpty) })
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        "THEN(\\.till): Kiosk has no Till there now, so the step was skipped. Send the event that makes it first."
      ]
    )
  }

  @available(*, deprecated) @Test func `a ClearEffects value determines which effects are discarded`() throws
  {
    try Kiosk.GIVEN { Kiosk() }
      .configure(clearEffectsOnEveryWhenOrEnd: .some { ($0 as? LoadPrices)?.page == 0 })
      .WHEN(.loadPrices)
      .WHEN(.loadOtherPrices)
      .WHEN(.open)
      .THEN { sut in #expect(sut.effects.count == 1) }
      .configure(clearEffectsOnEveryWhenOrEnd: .someInCurrentAndSubscopes { _, scope in scope is Kiosk })
      .runTest(assertNoPendingEffects: true)
  }
}

@available(*, deprecated)
extension StoreTestPlan where T == Kiosk {
  fileprivate func opening() throws -> Self {
    let when: T.When = .open
    return try WHEN(when).THEN(\.isOpen, equals: true)
  }
}
