import Statoscope

/// Something that the shop sells.
struct Product: Sendable, Hashable, Identifiable {
  let id: String
  let name: String
  /// The price of one, in cents.
  let price: Int
}

/// Everything that the shop sells, in the order in which pages show it.
struct Catalogue: Sendable, Injectable {
  let products: [Product]
  private let byID: [Product.ID: Product]

  init(_ products: [Product]) {
    self.products = products
    byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
  }

  subscript(_ id: Product.ID) -> Product? { byID[id] }

  /// The price of some quantities, in cents.
  func total(of quantities: Quantities) -> Int {
    quantities.reduce(0) { $0 + (byID[$1.key]?.price ?? 0) * $1.value }
  }

  static let defaultValue = Catalogue([
    Product(id: "compass", name: "Compass", price: 24_00),
    Product(id: "chart", name: "Chart of the bay", price: 12_50),
    Product(id: "lamp", name: "Storm lamp", price: 38_00),
    Product(id: "rope", name: "Rope, ten metres", price: 9_90),
    Product(id: "whistle", name: "Whistle", price: 3_20),
    Product(id: "almanac", name: "Almanac", price: 15_00),
  ])
}

/// How many of each product; products with none are left out.
typealias Quantities = [Product.ID: Int]
