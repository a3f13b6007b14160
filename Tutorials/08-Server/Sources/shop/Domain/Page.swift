/// Everything that may change in a visitor's windows.
struct Page: Codable, Sendable, Equatable {
  var stock: Quantities
  var cart: Quantities
  /// The price of what is in the cart, in cents.
  var total: Int
  var checkout: CheckoutForm?
  var orders: [Receipt]

  struct CheckoutForm: Codable, Sendable, Equatable {
    var total: Int
    var stage: Checkout.Stage
    var problem: String?
  }

  struct Receipt: Codable, Sendable, Equatable {
    var id: Order.ID
    var total: Int
    var quantities: Quantities

    init(_ order: Order) {
      (id, total, quantities) = (order.id, order.total, order.quantities)
    }
  }
}

extension Visit {
  /// The visitor's windows show this now.
  var page: Page {
    let quantities = cart.quantities
    return Page(
      stock: stock,
      cart: quantities,
      total: catalogue.total(of: quantities),
      checkout: checkout.map { Page.CheckoutForm(total: $0.total, stage: $0.stage, problem: $0.problem) },
      orders: orders.map(Page.Receipt.init)
    )
  }
}
