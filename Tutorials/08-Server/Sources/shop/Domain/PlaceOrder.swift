import Statoscope

/// Takes an order's products out of the stock, and the order out of the cart: all of it in one step, or nothing.
///
/// Whatever happens before or after it, a crash included, the products are in the stock and in the cart, or they are
/// in the order.
struct PlaceOrder: Effect, Equatable {
  @InjectedForEffect private var storage: StateStorage
  let order: Order
  let session: SessionID

  init(order: Order, session: SessionID) {
    self.order = order
    self.session = session
  }

  /// Returns when the store has the order, however long it is away; throws when it does not have it.
  func runEffect() async throws -> Order {
    try await storage.transaction { [order, session] edit in
      let (cart, orders) = (StoredKey.cart(of: session), StoredKey.orders(of: session))
      guard try edit.read(Quantities.self, forKey: cart) == order.quantities else {
        throw ShopError.cartChanged
      }
      var stock = try edit.read(Quantities.self, forKey: StoredKey.stock) ?? [:]
      for (product, count) in order.quantities.sorted(by: { $0.key < $1.key }) {
        let left = stock[product, default: 0]
        guard left >= count else { throw ShopError.outOfStock(product, left: left) }
        stock[product] = left - count
      }
      try edit.write(stock, forKey: StoredKey.stock)
      try edit.write((try edit.read([Order].self, forKey: orders) ?? []) + [order], forKey: orders)
      try edit.write(Quantities(), forKey: cart)
    }
    return order
  }
}
