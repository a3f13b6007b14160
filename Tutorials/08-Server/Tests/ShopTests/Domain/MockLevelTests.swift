import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// A mock holds where it is injected and below: in the whole shop, in one session, or in one scope.
@Suite struct MockLevelTests {
  let refusing = PaymentGateway { _ in throw PaymentDeclined() }
  let clock = TestClock()

  @Test func `a bank that is injected at the root refuses every session`() async throws {
    var shop = try Shop.sample(clock: clock)
    shop.gateway = refusing
    for digit: Character in ["a", "b"] {
      try await payingForALamp(.sample(digit), in: shop)
        .RECEIVE(.authorised(.failure(PaymentDeclined())))
        .runTest(effects: .live(clock))
    }
  }

  @Test func `a bank that is injected into a session refuses that one`() async throws {
    let (shop, refusing) = (try Shop.sample(clock: clock), refusing)
    try await Visit.GIVEN { shop.visit(.sample("a")).injectObject(refusing) }
      .WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WHEN(\.checkout, .visitorPaid(.good))
      .RECEIVE(\.checkout, .authorised(.failure(PaymentDeclined())))
      .runTest(effects: .live(clock))
    try await payingForALamp(.sample("b"), in: shop)
      .RECEIVE(.authorised(.success(Authorisation(code: "for order 1"))))
      .RECEIVE(.placed(.success(.sample)))
      .POP()
      .THEN(\.stock, equals: ["lamp": 0, "whistle": 10])
      .THEN(\.orders, equals: [.sample])
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
}
