import Statoscope

/// A visitor in the shop: the root of the session's tree.
final class Visit: Scope {
  let session: SessionID
  @Subscope private(set) var cart: Cart
  @Subscope private(set) var checkout: Checkout?
  /// What is left of each product, for all visitors alike.
  @Stored(StoredKey.stock) private(set) var stock: Quantities = [:]
  @Stored private(set) var orders: [Order]
  @Stored private var hasLeft: Bool

  @Injected var catalogue: Catalogue
  @Injected private var numbers: OrderNumbers

  init(session: SessionID) {
    self.session = session
    cart = Cart(of: session)
    _orders = Stored(wrappedValue: [], StoredKey.orders(of: session))
    _hasLeft = Stored(wrappedValue: false, StoredKey.hasLeft(session))
  }

  enum When: Sendable {
    case visitorOpenedCheckout
    case visitorClosedCheckout
    case visitorLeft
    case shopCloses
  }

  func update(_ when: When) throws {
    switch when {
    case .visitorOpenedCheckout:
      guard checkout == nil else { throw ShopError.checkoutIsOpen }
      let quantities = cart.quantities
      guard !quantities.isEmpty else { throw ShopError.emptyCart }
      checkout = Checkout(
        session: session,
        order: numbers.next(),
        quantities: quantities,
        total: catalogue.total(of: quantities)
      )
    case .visitorClosedCheckout:
      guard let checkout else { throw ShopError.noCheckout }
      guard checkout.stage != .placing else { throw ShopError.paying }
      self.checkout = nil
    case .visitorLeft:
      try $hasLeft.tryUpdate { $0 = true }
      // The effects of the checkout end with it.
      checkout = nil
    case .shopCloses:
      checkout?.send(.shopCloses)
    }
  }
}
