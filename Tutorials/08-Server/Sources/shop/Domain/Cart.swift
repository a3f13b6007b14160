import Statoscope

/// What a visitor wants to buy.
///
/// It is stored, so it is the same in every window, and after a crash.
final class Cart: Scope {
  @Stored private(set) var quantities: Quantities
  @Injected private var catalogue: Catalogue
  @Superscope var visit: Visit?

  init(of session: SessionID) {
    _quantities = Stored(wrappedValue: [:], StoredKey.cart(of: session))
  }

  enum When: Sendable {
    case visitorAdded(Product.ID)
    case visitorRemoved(Product.ID)
  }

  /// No order is larger.
  static let mostOfOne = 99

  func update(_ when: When) throws {
    guard visit?.checkout == nil else { throw ShopError.checkoutIsOpen }
    // The visitor is told what is not possible with what the windows show. A change may be made later, to newer values: then
    // it does what is possible.
    switch when {
    case .visitorAdded(let id):
      guard catalogue[id] != nil else { throw ShopError.unknownProduct(id) }
      guard quantities[id, default: 0] < Cart.mostOfOne else { throw ShopError.tooMany(Cart.mostOfOne) }
      try $quantities.tryUpdate { $0[id] = min($0[id, default: 0] + 1, Cart.mostOfOne) }
    case .visitorRemoved(let id):
      guard quantities[id] != nil else { throw ShopError.notInCart(id) }
      try $quantities.tryUpdate { quantities in
        let count = quantities[id] ?? 0
        quantities[id] = count > 1 ? count - 1 : nil
      }
    }
  }
}
