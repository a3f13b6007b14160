import Statoscope

/// What a visitor wants to buy.
///
/// It is stored, so it is the same in every window, and after a crash.
package final class Cart: Scope {
  @Stored package private(set) var quantities: Quantities
  @Injected private var catalogue: Catalogue
  @Superscope package var visit: Visit?

  init(of session: SessionID) {
    _quantities = Stored(wrappedValue: [:], StoredKey.cart(of: session))
  }

  package enum When: Sendable {
    case visitorAdded(Product.ID)
    case visitorRemoved(Product.ID)
  }

  /// No order is larger.
  package static let mostOfOne = 99

  package func update(_ when: When) throws {
    guard visit?.checkout == nil else { throw ShopError.checkoutIsOpen }
    switch when {
    case .visitorAdded(let id):
      guard catalogue[id] != nil else { throw ShopError.unknownProduct(id) }
      try $quantities.update { (quantities: inout Quantities) throws(ShopError) in
        guard quantities[id, default: 0] < Cart.mostOfOne else { throw .tooMany(Cart.mostOfOne) }
        quantities[id, default: 0] += 1
      }
    case .visitorRemoved(let id):
      try $quantities.update { (quantities: inout Quantities) throws(ShopError) in
        guard let count = quantities[id] else { throw .notInCart(id) }
        quantities[id] = count > 1 ? count - 1 : nil
      }
    }
  }
}
