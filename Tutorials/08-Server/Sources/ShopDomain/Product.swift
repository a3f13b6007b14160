import Statoscope

/// Something that the shop sells.
package struct Product: Codable, Sendable, Hashable, Identifiable {
  package let id: String
  package let name: String
  /// The price of one, in cents.
  package let price: Int

  package init(id: String, name: String, price: Int) {
    self.id = id
    self.name = name
    self.price = price
  }
}

/// Everything that the shop sells, in the order in which pages show it.
package struct Catalogue: Sendable, Injectable {
  package let products: [Product]
  private let byID: [Product.ID: Product]

  package init(_ products: [Product]) {
    self.products = products
    byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
  }

  package subscript(_ id: Product.ID) -> Product? { byID[id] }

  /// The price of some quantities, in cents.
  package func total(of quantities: Quantities) -> Int {
    quantities.reduce(0) { $0 + (byID[$1.key]?.price ?? 0) * $1.value }
  }

  package static let defaultValue = Catalogue([
    Product(id: "compass", name: "Compass", price: 24_00),
    Product(id: "chart", name: "Chart of the bay", price: 12_50),
    Product(id: "lamp", name: "Storm lamp", price: 38_00),
    Product(id: "rope", name: "Rope, ten metres", price: 9_90),
    Product(id: "whistle", name: "Whistle", price: 3_20),
    Product(id: "almanac", name: "Almanac", price: 15_00),
  ])
}

/// How many of each product; products with none are left out.
package typealias Quantities = [Product.ID: Int]
