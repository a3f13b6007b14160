import ShopDomain
import Statoscope
import StatoscopeTesting
import Testing

/// A mock holds where it is injected and below: in the whole shop, in one session, or in one scope.
@Suite struct MockLevelTests {
  let refusing = PaymentGateway { _ in throw PaymentDeclined() }
  let clock = TestClock()

  @Test func `a bank that is injected at the root refuses every session`() async throws {
    var shop = try Shop.sample(clock: clock)
    shop.gateway = refusing
    for digit: Character in ["a", "b"] {
      try await refused { [shop] in shop.visit(.sample(digit)) }.runTest(effects: .live(clock))
    }
  }

  @Test func `a bank that is injected into a session refuses that one`() async throws {
    let (shop, refusing) = (try Shop.sample(clock: clock), refusing)
    try await refused { shop.visit(.sample("a")).injectObject(refusing) }.runTest(effects: .live(clock))
    try await Visit.GIVEN { shop.visit(.sample("b")) }
      .WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WITH(\.checkout)
      .WHEN(.visitorPaid(.good))
      .RECEIVE(.authorised(.success(Authorisation(code: "for order 1"))))
      .RECEIVE(.placed(.success(.sample)))
      .POP()
      .THEN(\.stock, equals: ["lamp": 0, "whistle": 10])
      .THEN(\.orders, equals: [.sample])
      .THEN(\.cart.quantities, equals: [:])
      .runTest(effects: .live(clock), assertRelease: true)
  }

  @Test func `a bank that is injected into one scope refuses that checkout`() async throws {
    let (shop, refusing) = (try Shop.sample(clock: clock), refusing)
    try await Checkout.GIVEN {
      Checkout(session: .sample(), order: "order 1", quantities: ["lamp": 1], total: 38_00)
        .injectObject(ShopClock(clock))
        .injectObject(shop.storage)
        .injectObject(refusing)
    }
    .WHEN(.visitorPaid(.good))
    .RECEIVE(.authorised(.failure(PaymentDeclined())))
    .THEN(\.problem, equals: PaymentDeclined().errorDescription)
    .runTest(effects: .live(clock), assertRelease: true)
  }

  private func refused(_ visit: @escaping () -> Visit) throws -> TestPlan<Visit> {
    try Visit.GIVEN(visit)
      .WHEN(\.cart, .visitorAdded("whistle"))
      .WHEN(.visitorOpenedCheckout)
      .WITH(\.checkout)
      .WHEN(.visitorPaid(.good))
      .RECEIVE(.authorised(.failure(PaymentDeclined())))
      .THEN(\.problem, equals: PaymentDeclined().errorDescription)
      .POP()
  }
}
