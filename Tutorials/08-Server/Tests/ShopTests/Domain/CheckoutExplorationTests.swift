import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@testable import shop

/// Whatever the visitor does, and whatever the bank and the store answer, in whatever order.
@Suite struct CheckoutExplorationTests {
  @Test func `no path through the checkout violates a property`() throws {
    let found = try Visit.EXPLORE { try Shop.sample().visit(.sample()) }
      .EVENTS { visit in
        guard let checkout = visit.checkout else {
          return visit.cart.quantities.isEmpty ? [] : [.visitorOpenedCheckout]
        }
        return checkout.stage == .placing
          ? [.visitorLeft, .shopCloses] : [.visitorClosedCheckout, .visitorLeft, .shopCloses]
      }
      .EVENTS(\.cart) { cart in
        guard cart.visit?.checkout == nil else { return [] }
        return cart.quantities.isEmpty ? [.visitorAdded("lamp")] : [.visitorRemoved("lamp")]
      }
      .EVENTS(\.checkout) { $0.stage == .form ? [.visitorPaid(.good)] : [] }
      .EFFECT(
        \.checkout,
        AuthorisePayment.self,
        completesWith: [.success(Authorisation(code: "for order 1")), .failure(PaymentDeclined())],
        failsWith: [EffectTimeoutError(effect: "AuthorisePayment", duration: .seconds(5))]
      )
      .EFFECT(
        \.checkout,
        PlaceOrder.self,
        completesWith: [.sample],
        failsWith: [ShopError.outOfStock("lamp", left: 0), ShopError.cartChanged]
      )
      .EFFECT(\.checkout, ReleaseAuthorisation.self, completesWith: [()], failsWith: [PaymentDeclined()])
      // The cart looks up the storage, whose contents reflection does not show; the properties show all of them.
      .STATE { $0.debugDescription }
      .ALWAYS("a checkout is about what is in the cart") { visit in
        visit.checkout == nil || visit.checkout?.quantities == visit.cart.quantities
      }
      .ALWAYS_REACHABLE("the visitor can shop on") { $0.checkout == nil }
      .ALWAYS_REACHABLE("the cart can be empty") { $0.cart.quantities.isEmpty }
      .SETTLES("nothing is being paid") { $0.checkout?.isBusy != true }
      .REACHES("an order is refused") { $0.checkout?.stage == .refused }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
    #expect(found.uncheckedProperties.isEmpty)
    #expect(found.effectsThatNeverEnd.isEmpty)
  }
}
