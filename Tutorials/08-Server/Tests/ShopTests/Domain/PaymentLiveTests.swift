import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// Payment's timeout and retries, under a clock that the test holds.
@Suite struct PaymentLiveTests {
  let clock = TestClock()

  @Test func `the bank has five seconds for each of three answers`() async throws {
    let bank = Bank(answers: [.never, .never, .never], clock: clock)
    var shop = try Shop.sample(clock: clock)
    shop.gateway = bank.gateway
    let timeout = EffectTimeoutError(effect: "AuthorisePayment", duration: .seconds(5))
    try await payingForALamp(in: shop)
      .ADVANCE(by: .seconds(5))
      .THEN { _ in #expect(bank.requests == 1) }
      .ADVANCE(by: .milliseconds(500))
      .THEN { _ in #expect(bank.requests == 2) }
      .ADVANCE(by: .seconds(5))
      .ADVANCE(by: .seconds(1))
      .THEN { _ in #expect(bank.requests == 3) }
      .THEN(\.stage, equals: .authorising)
      .ADVANCE(by: .seconds(5))
      .RECEIVE(.authorised(.failure(timeout)))
      .THEN(\.stage, equals: .form)
      .THEN(\.problem, equals: "The bank does not answer, and nothing was charged. Try again later.")
      .runTest(effects: .live(clock), assertRelease: true)
  }

  @Test func `a bank that answers the second time is paid once`() async throws {
    let bank = Bank(answers: [.failure, .promise], clock: clock)
    var shop = try Shop.sample(clock: clock)
    shop.gateway = bank.gateway
    try await payingForALamp(in: shop)
      .ADVANCE(by: .milliseconds(500))
      .RECEIVE(.authorised(.success(Authorisation(code: "for order 1"))))
      .RECEIVE(.placed(.success(.sample)))
      .runTest(effects: .live(clock))
    #expect(bank.requests == 2)
    #expect(try shop.stored([Order].self, StoredKey.orders(of: .sample())) == [.sample])
    #expect(try shop.stored(Quantities.self, StoredKey.stock) == ["lamp": 0, "whistle": 10])
  }

  @Test func `a bank that declines the card is asked once`() async throws {
    let bank = Bank(answers: [.refusal, .promise], clock: clock)
    var shop = try Shop.sample(clock: clock)
    shop.gateway = bank.gateway
    try await payingForALamp(in: shop)
      .RECEIVE(.authorised(.failure(PaymentDeclined())))
      .ADVANCE(by: .seconds(60))
      .THEN(\.stage, equals: .form)
      .THEN(\.problem, equals: "The bank declined the card. Try another one.")
      .runTest(effects: .live(clock), assertRelease: true)
    #expect(bank.requests == 1)
  }

  @Test func `a payment ends with the checkout, and nothing is ordered`() async throws {
    let bank = Bank(answers: [.never], clock: clock)
    var shop = try Shop.sample(clock: clock)
    shop.gateway = bank.gateway
    try await payingForALamp(in: shop)
      .POP()
      .WHEN(.visitorLeft)
      .ADVANCE(by: .seconds(60))
      .THEN(\.orders, equals: [])
      .runTest(effects: .live(clock), assertRelease: true)
    #expect(bank.requests == 1)
    #expect(try shop.stored(Quantities.self, StoredKey.cart(of: .sample())) == ["lamp": 1])
  }

  /// The answer to the exercise of the README.
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
}
