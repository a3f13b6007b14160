import ShopDomain
import Statoscope
import StatoscopeTesting
import Testing

/// The answer to the exercise of the README.
@Suite struct AnswerTests {
  let clock = TestClock()

  @Test func `the second of two visitors who want the last lamp is not charged`() async throws {
    let bank = Bank(answers: [.promise, .promise], clock: clock)
    var shop = try Shop.sample(clock: clock)
    shop.gateway = bank.gateway
    let promise = Authorisation(code: "for order 1")
    try await payingForALamp(.sample("a"), in: shop)
      .RECEIVE(.authorised(.success(promise)))
      .RECEIVE(.placed(.success(.sample)))
      .runTest(effects: .live(clock))
    let soldOut = ShopError.outOfStock("lamp", left: 0)
    try await payingForALamp(.sample("b"), in: shop)
      .RECEIVE(.authorised(.success(promise)))
      .RECEIVE(.placed(.failure(soldOut)))
      .THEN(\.stage, equals: .refused)
      .THEN(\.problem, equals: soldOut.errorDescription)
      .RECEIVE(.released(.success(())))
      .runTest(effects: .live(clock), assertRelease: true)
  }

  private func payingForALamp(
    _ session: SessionID,
    in shop: Shop
  ) throws -> WithPlan<TestPlan<Visit>, Checkout> {
    try Visit.GIVEN { shop.visit(session) }
      .WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WITH(\.checkout)
      .WHEN(.visitorPaid(.good))
  }
}
