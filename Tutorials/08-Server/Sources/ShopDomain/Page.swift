/// Everything that may change in a visitor's windows.
package struct Page: Codable, Sendable, Equatable {
  package var stock: Quantities
  package var cart: Quantities
  /// The price of what is in the cart, in cents.
  package var total: Int
  package var checkout: CheckoutForm?
  package var orders: [Receipt]

  package struct CheckoutForm: Codable, Sendable, Equatable {
    package var total: Int
    package var stage: Checkout.Stage
    package var problem: String?

    package init(total: Int, stage: Checkout.Stage, problem: String?) {
      (self.total, self.stage, self.problem) = (total, stage, problem)
    }
  }

  package struct Receipt: Codable, Sendable, Equatable {
    package var id: Order.ID
    package var total: Int
    package var quantities: Quantities

    package init(_ order: Order) {
      (id, total, quantities) = (order.id, order.total, order.quantities)
    }
  }

  package init(stock: Quantities, cart: Quantities, total: Int, checkout: CheckoutForm?, orders: [Order]) {
    self.stock = stock
    self.cart = cart
    self.total = total
    self.checkout = checkout
    self.orders = orders.map(Receipt.init)
  }
}

extension Visit {
  /// The visitor's windows show this now.
  package var page: Page {
    let quantities = cart.quantities
    return Page(
      stock: stock,
      cart: quantities,
      total: catalogue.total(of: quantities),
      checkout: checkout.map { Page.CheckoutForm(total: $0.total, stage: $0.stage, problem: $0.problem) },
      orders: orders
    )
  }
}
