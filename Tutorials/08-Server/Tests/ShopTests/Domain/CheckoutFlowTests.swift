import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// What a visitor does in the shop, step by step.
@Suite struct CheckoutFlowTests {
  @Test func `a visitor buys a lamp`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .WHEN_Throws(.visitorOpenedCheckout)
      .WHEN(\.cart, .visitorAdded("lamp"))
      .THEN(\.page.total, equals: 38_00)
      .WHEN(.visitorOpenedCheckout)
      .WHEN_Throws(\.cart, .visitorAdded("lamp"))
      .WITH(\.checkout)
      .WHEN_Throws(.visitorPaid(Card(number: "4242 4242 4242 4241")))
      .WHEN(.visitorPaid(.good))
      .THEN(\.stage, equals: .authorising)
      .THEN_EnqueuedEffect(
        AuthorisePayment(request: PaymentRequest(order: "order 1", card: .good, amount: 38_00))
      )
      .WHEN_EffectCompletes(AuthorisePayment.self, with: .success(Authorisation(code: "for order 1")))
      .THEN(\.stage, equals: .placing)
      .THEN_EnqueuedEffect(PlaceOrder(order: .sample, session: .sample()))
      .WHEN_EffectCompletes(PlaceOrder.self, with: .sample)
      .POP()
      .THEN_Nil(\.checkout)
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a visitor whose card is declined uses another one`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WITH(\.checkout)
      .WHEN(.visitorPaid(.good))
      .WHEN_EffectCompletes(AuthorisePayment.self, with: .failure(PaymentDeclined()))
      .THEN(\.stage, equals: .form)
      .THEN(\.problem, equals: "The bank declined the card. Try another one.")
      .WHEN(.visitorPaid(.good))
      .THEN(\.stage, equals: .authorising)
      .THEN_Nil(\.problem)
      .runTest(assertRelease: true)
  }

  @Test func `an order that cannot be placed releases the bank's reservation`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .payingForALamp()
      .WITH(\.checkout)
      .WHEN_EffectFails(PlaceOrder.self, with: ShopError.outOfStock("lamp", left: 0))
      .THEN(\.stage, equals: .refused)
      .THEN_EnqueuedEffect(ReleaseAuthorisation(authorisation: Authorisation(code: "7")))
      .FORK_EffectFails(ReleaseAuthorisation.self, with: PaymentDeclined()) { late in
        // It lapses.
        try late.THEN(\.stage, equals: .refused)
      }
      .WHEN_EffectCompletes(ReleaseAuthorisation.self, with: ())
      .WHEN_Throws(.visitorPaid(.good))
      .POP()
      .WHEN(.visitorClosedCheckout)
      .WHEN(\.cart, .visitorRemoved("lamp"))
      .THEN(\.page.total, equals: 0)
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a visitor who leaves cancels the payment`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WHEN(\.checkout, .visitorPaid(.good))
      .FORK(.visitorClosedCheckout) { try $0.THEN_NoEffects().THEN(\.page.total, equals: 38_00) }
      .FORK(.shopCloses) { closing in
        try closing.THEN_NoEffects()
          .THEN(\.checkout?.problem, equals: ShopError.closing.errorDescription)
      }
      .WHEN(.visitorLeft)
      .THEN_Nil(\.checkout)
      .THEN_NoEffects()
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a visitor who has left is known to the store`() throws {
    let shop = try Shop.sample()
    try Visit.GIVEN { shop.visit(.sample()) }
      .WHEN(.visitorLeft)
      .runTest(assertRelease: true)
    #expect(try shop.stored(Bool.self, StoredKey.hasLeft(.sample())) == true)
  }

  @Test func `an order that may be in the store closes its checkout, and keeps the promise`() throws {
    let unanswered = StorageError.unanswered(keys: [], place: "the store", reason: "it is away")
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .payingForALamp()
      .WHEN_EffectFails(\.checkout, PlaceOrder.self, with: unanswered)
      .THEN_Nil(\.checkout)
      .THEN_NoEffects()
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }

  @Test func `a product stays in the cart until its last one is removed`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .WITH(\.cart)
      .WHEN(.visitorAdded("whistle"))
      .AND(.visitorAdded("whistle"))
      .THEN(\.quantities, equals: ["whistle": 2])
      .WHEN(.visitorRemoved("whistle"))
      .THEN(\.quantities, equals: ["whistle": 1])
      .WHEN(.visitorRemoved("whistle"))
      .THEN(\.quantities, equals: [:])
      .runTest(assertRelease: true)
  }

  @Test func `an order that is being placed is finished first`() throws {
    try Visit.GIVEN { try Shop.sample().visit(.sample()) }
      .payingForALamp()
      .WHEN_Throws(.visitorClosedCheckout)
      .WHEN(.shopCloses)
      .THEN(\.checkout?.stage, equals: .placing)
      .runTest()
  }
}

extension TestPlan<Visit> {
  /// Pays for a lamp, which the bank accepts; the order is being placed then.
  fileprivate func payingForALamp() throws -> Self {
    try WHEN(\.cart, .visitorAdded("lamp"))
      .WHEN(.visitorOpenedCheckout)
      .WHEN(\.checkout, .visitorPaid(.good))
      .WHEN_EffectCompletes(\.checkout, AuthorisePayment.self, with: .success(Authorisation(code: "7")))
  }
}
