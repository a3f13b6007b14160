import Statoscope

/// What a visitor wants to buy.
///
/// It is stored, so it is the same in every window, and after a crash.
package final class Cart: Scope {
  @Stored package private(set) var quantities: Quantities
  private let session: SessionID
  @Injected private var catalogue: Catalogue
  @Injected private var storage: StateStorage
  @Superscope package var visit: Visit?

  init(of session: SessionID) {
    self.session = session
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
      try change { quantities in
        guard quantities[id, default: 0] < Cart.mostOfOne else { throw ShopError.tooMany(Cart.mostOfOne) }
        quantities[id, default: 0] += 1
      }
    case .visitorRemoved(let id):
      try change { quantities in
        guard let count = quantities[id] else { throw ShopError.notInCart(id) }
        quantities[id] = count > 1 ? count - 1 : nil
      }
    }
  }

  /// Changes the stored quantities, or throws when they cannot be stored: the visitor is to know.
  private func change(_ body: (inout Quantities) throws -> Void) throws {
    let key = StoredKey.cart(of: session)
    try storage.update { edit in
      var quantities = try edit.read(Quantities.self, forKey: key) ?? [:]
      try body(&quantities)
      try edit.write(quantities, forKey: key)
    }
  }
}
