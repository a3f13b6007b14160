/// Everything that a visitor's windows show.
package struct Page: Codable, Sendable, Equatable {
  package var shelves: [Shelf]
  /// The price of what is in the cart, in cents.
  package var total: Int
  package var checkout: CheckoutForm?
  package var orders: [Receipt]

  package struct Shelf: Codable, Sendable, Equatable {
    package let product: Product
    package let left: Int
    package let inCart: Int
  }

  package struct CheckoutForm: Codable, Sendable, Equatable {
    package let total: Int
    package let stage: Checkout.Stage
    package let problem: String?
  }

  package struct Receipt: Codable, Sendable, Equatable {
    package let id: Order.ID
    package let total: Int
    package let quantities: Quantities
  }

  package init(
    catalogue: Catalogue,
    stock: Quantities,
    cart: Quantities,
    checkout: CheckoutForm?,
    orders: [Order]
  ) {
    shelves = catalogue.products.map { product in
      Shelf(product: product, left: stock[product.id, default: 0], inCart: cart[product.id, default: 0])
    }
    total = catalogue.total(of: cart)
    self.checkout = checkout
    self.orders = orders.map { Receipt(id: $0.id, total: $0.total, quantities: $0.quantities) }
  }
}

extension Visit {
  /// What the visitor's windows show now.
  package var page: Page {
    Page(
      catalogue: catalogue,
      stock: stock,
      cart: cart.quantities,
      checkout: checkout.map { Page.CheckoutForm(total: $0.total, stage: $0.stage, problem: $0.problem) },
      orders: orders
    )
  }
}
