import Foundation

@testable import shop

/// What the database says, whatever a server says.
struct Books: Sendable {
  let stock: Quantities
  let carts: BySession<Quantities>
  let orders: BySession<[Order]>

  /// - Parameter values: all that is in the database.
  init(_ values: [String: Data]) throws {
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

  /// What was sold and what is left.
  var all: Quantities {
    orders.values.joined().reduce(into: stock) { $0.merge($1.quantities, uniquingKeysWith: +) }
  }
}

/// Values of sessions, whose digests the database has.
struct BySession<Value: Sendable>: Sendable {
  let byDigest: [String: Value]

  var values: [Value] { Array(byDigest.values) }
  var isEmpty: Bool { byDigest.isEmpty }

  /// - Parameter session: the name of the session.
  subscript(session: String) -> Value? {
    SessionID(session).flatMap { byDigest[$0.digest] }
  }
}
