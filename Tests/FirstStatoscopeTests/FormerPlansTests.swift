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
  }
}
