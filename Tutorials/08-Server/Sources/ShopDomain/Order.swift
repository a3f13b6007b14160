/// What a visitor has bought.
package struct Order: Codable, Sendable, Equatable, Identifiable {
  package let id: String
  package let quantities: Quantities
  /// The price of everything, in cents.
  package let total: Int
  /// The bank's promise to pay for this order.
  package let authorisation: Authorisation

  package init(id: String, quantities: Quantities, total: Int, authorisation: Authorisation) {
    self.id = id
    self.quantities = quantities
    self.total = total
    self.authorisation = authorisation
  }
}
