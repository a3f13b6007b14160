import Foundation
import ShopDomain

/// What the database says, whatever a server says.
package struct Books: Sendable {
  package let stock: Quantities
  package let carts: BySession<Quantities>
  package let orders: BySession<[Order]>

  /// - Parameter values: all that is in the database.
  package init(_ values: [String: Data]) throws {
    let decoder = JSONDecoder()
    stock = try values["stock"].map { try decoder.decode(Quantities.self, from: $0) } ?? [:]
    var (carts, orders): ([String: Quantities], [String: [Order]]) = ([:], [:])
    for (key, value) in values {
      let parts = key.split(separator: "/")
      guard parts.count == 3 else { continue }
      switch parts[2] {
      case "cart": carts[String(parts[1])] = try decoder.decode(Quantities.self, from: value)
      case "orders": orders[String(parts[1])] = try decoder.decode([Order].self, from: value)
      default: break
      }
    }
    (self.carts, self.orders) = (BySession(byDigest: carts), BySession(byDigest: orders))
  }

  /// How many of each product were sold.
  package var sold: Quantities {
    orders.values.joined().reduce(into: [:]) { sold, order in
      for (product, count) in order.quantities { sold[product, default: 0] += count }
    }
  }

  /// What was sold and what is left.
  package var all: Quantities { sold.merging(stock, uniquingKeysWith: +) }
}

/// Values of sessions, whose digests the database has.
package struct BySession<Value: Sendable>: Sendable {
  package let byDigest: [String: Value]

  package var values: [Value] { Array(byDigest.values) }
  package var isEmpty: Bool { byDigest.isEmpty }

  /// - Parameter session: the name of the session.
  package subscript(session: String) -> Value? {
    SessionID(session).flatMap { byDigest[$0.digest] }
  }
}
