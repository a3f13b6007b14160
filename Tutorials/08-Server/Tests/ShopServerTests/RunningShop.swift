import Foundation
import ShopClient
import ShopDomain
import ShopStore
import ShopTestSupport

/// A shop in a process of its own, with its database.
struct RunningShop {
  let process: ShopProcess
  let port: Int
  let file: URL

  /// The program, which the package manager puts beside the tests.
  static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "shop")
  }

  static func open(_ file: URL, port: Int = 0, _ arguments: String...) async throws -> RunningShop {
    let common = ["--port", "\(port)", "--data", file.path, "--durability", "process", "--log", "error"]
    let process = ShopProcess(program, common + arguments)
    let port = try await process.number(after: "The shop is open at http://127.0.0.1:")
    return RunningShop(process: process, port: port, file: file)
  }
}

/// What the database says, whatever a server says.
struct Books {
  let stock: Quantities
  let carts: BySession<Quantities>
  let orders: BySession<[Order]>

  init(_ file: URL) throws {
    let (backend, decoder) = (try SQLiteBackend(file: file, creates: false), JSONDecoder())
    let values = try backend.values(withPrefix: "")
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
  var sold: Quantities {
    orders.values.joined().reduce(into: [:]) { sold, order in
      for (product, count) in order.quantities { sold[product, default: 0] += count }
    }
  }

  /// What was sold and what is left.
  var all: Quantities { sold.merging(stock, uniquingKeysWith: +) }
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
