import Statoscope
import StatoscopeTesting
import StatoscopeTestingCompatibility
import XCTest

/// The names of the first Statoscope's flow tests, each at work.
final class FormerPlansTests: XCTestCase {
  func testAPlanUnderItsFormerName() throws {
    let plan: StoreTestPlan<Shop> = StoreTestPlan { Shop() }
    try plan
      .WHEN(.systemLoadsScope)
      .THEN_EnquedEffect(LoadTotal(page: 1))
      .THEN_EnquedEffect(parameter: \LoadTotal.page, equals: 1)
      .THEN_EnquedEffect(\LoadTotal.page, equals: 1)
      .THEN_NoEnquedEffect(LoadOther.self)
      .FORK_OlderEffectCompletes(with: .totalLoaded(2)) { sut in
        try sut.THEN(\.viewShowsTotal, equals: 2)
      }
      .WHEN_OlderEffectCompletes(with: .totalLoaded(1))
      .THEN(\.viewShowsTotal, equals: 1)
      .runTest()
  }

  func testAPlanThatRunsAtOnce() throws {
    try StoreTestPlan { Shop() }
      .WHEN(.totalLoaded(1))
      .THEN(\.viewShowsTotal, equals: 1)
      .runTest()
    try StoreTestPlan(given: { Shop() })
      .WHEN(.totalLoaded(2))
      .THEN(\.viewShowsTotal, equals: 2)
      .runTest()
  }

  func testForksThatReturnThePlan() throws {
    func close(_ plan: StoreTestPlan<Shop>) throws -> StoreTestPlan<Shop> {
      try plan.WHEN(.userClosesCart).THEN_Nil(\.cart)
    }
    try Shop.GIVEN { Shop() }
      .FORK(.totalLoaded(1)) { sut in
        let end = try sut.THEN(\.viewShowsTotal, equals: 1)
        return end
      }
      .FORK(.userOpensCart, close)
      .WHEN(.userOpensCart)
      .FORK(\.cart, .pricesLoaded(2)) { sut -> StoreTestPlan<Shop> in
        try sut.THEN(\.cart?.viewShowsPrice, equals: 2)
      }
      .runTest()
  }

  func testAPlanWithStepsOfItsOwn() throws {
    try Shop.GIVEN { Shop() }
      .userOpensCart(showing: nil)
      .isIn(Shop.self)
      .runTest()
  }

  /// A helper passes the line that calls it, for a failure to be reported there.
  func testAPlanInAHelper() throws {
    func check(_ total: Int, file: StaticString = #filePath, line: UInt = #line) throws {
      try Shop.GIVEN({ Shop() }, filePath: file, line: line)
        .WHEN(.totalLoaded(total), filePath: file, line: line)
        .THEN(\.viewShowsTotal, equals: total, filePath: file, line: line)
        .runTest(filePath: file, line: line)
    }
    try check(1)
    try check(2)
  }

  /// The notice that this causes is one of `FormerNoticesTests`.
  func testEffectsInFlightAtTheEnd() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.systemLoadsScope)
      .runTest()
  }

  func testEventsThatThrow() throws {
    try Shop.GIVEN { Shop() }
      .throwsWHEN(.userClosesCart)
      .WHEN(.userOpensCart)
      .WHEN(\.cart, .systemLoadsScope)
      .WHEN(.systemLoadsScope)
      .throwsWHEN(clearEffects: .none, .totalLoaded(-1))
      .THEN { sut in XCTAssertEqual(sut.effects.count, 1) }
      .throwsWHEN(clearEffects: .all, .totalLoaded(-1))
      .THEN { sut in XCTAssertEqual(sut.effects.count + (sut.cart?.effects.count ?? 0), 0) }
      .WHEN(\.cart, .userTappedClose)
      .runTest(assertNoPendingEffects: true)
    try Branch.GIVEN { Branch() }
      .WHEN(\.till, ())
      .runTest()
  }

  func testEventsOfAChildThatThrow() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.userOpensCart)
      .WHEN(\.cart, .systemLoadsScope)
      .WHEN_Throws(.totalLoaded(-1))
      .THEN_NoEnquedEffect(\.cart, LoadOther.self)
      .THEN_Enqued(\.cart, effect: LoadTotal(page: 2))
      .WHEN(\.cart, .userTappedClose)
      .runTest()
    try Chain.GIVEN { Chain() }
      .throwsWHEN(\.shop, .totalLoaded(-1))
      .throwsWHEN(\.shop, clearEffects: .all, .totalLoaded(-1))
      .THEN_NoEnquedEffect(\.shop, LoadOther.self)
      .WHEN(\.shop, .systemLoadsScope)
      .THEN_Enqued(\.shop, effect: LoadTotal(page: 1))
      .runTest()
  }

  func testEffectsThatAreForgotten() throws {
    try Shop.GIVEN { Shop() }
      .configure(clearEffectsOnEveryWhenOrEnd: .all)
      .WHEN(.systemLoadsScope)
      .WHEN(.systemLoadsScope)
      .THEN { sut in XCTAssertEqual(sut.effects.count, 1) }
      .configure(clearEffectsOnEveryWhenOrEnd: .none)
      .WHEN(.userOpensCart)
      .WHEN(\.cart, .systemLoadsScope)
      .THEN { sut in XCTAssertEqual(sut.effects.count, 1) }
      .configure(clearEffectsOnEveryWhenOrEnd: .some { ($0 as? LoadTotal)?.page == 2 })
      .WHEN(\.cart, .pricesLoaded(4))
      .THEN { sut in XCTAssertEqual(sut.effects.count, 1) }
      .THEN { sut in XCTAssertEqual(sut.cart?.effects.count, 0) }
      .configure(clearEffectsOnEveryWhenOrEnd: .allOnCurrentScope)
      .WHEN(\.cart, .systemLoadsScope)
      .WHEN(.totalLoaded(1))
      .THEN { sut in XCTAssertEqual(sut.effects.count, 0) }
      .THEN { sut in XCTAssertEqual(sut.cart?.effects.count, 1) }
      .configure(clearEffectsOnEveryWhenOrEnd: .someInCurrentAndSubscopes { _, scope in scope is Cart })
      .WHEN(.totalLoaded(2))
      .runTest(assertNoPendingEffects: true)
  }

  func testAChildInAClosure() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.userOpensCart)
      .WHEN(\.cart, .pricesLoaded(4))
      .THEN(\.till, checker: { till in XCTAssertEqual(till.effects.count, 0) })
      .THEN(\.cart, checker: { cart in XCTAssertEqual(cart.viewShowsPrice, 4) })
      .THEN(\.cart) { cart in
        let price: Int? = cart.viewShowsPrice
        XCTAssertEqual(price, 4)
      }
      .runTest()
  }

  func testAssertions() throws {
    let shop = Shop().injectObject(EffectsExecution.enqueueOnly).send(.systemLoadsScope)
    XCTAssertEffectsInclude(shop, LoadTotal(page: 1))
    try XCTAssertEqualDiff(shop.viewShowsTotal, 0)
    try XCTAssertEqualDiff(shop.viewShowsTotal, 0, "the total", file: #filePath, line: #line)
  }
}

extension StoreTestPlan where T == Shop {
  func userOpensCart(showing price: Int?) throws -> Self {
    let when: T.When = .userOpensCart
    return try WHEN(when).THEN(\.cart?.viewShowsPrice, equals: price)
  }
}

extension StoreTestPlan {
  func isIn(_ scope: T.Type) -> StoreTestPlan<T> { self }
}
