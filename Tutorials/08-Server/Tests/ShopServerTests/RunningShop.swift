import Foundation
import ShopClient
import ShopDomain
import ShopPostgres
import ShopStore
import ShopTestSupport
import Testing

/// A shop in a process of its own, with its database.
struct RunningShop {
  let process: ShopProcess
  let port: Int

  /// The program, which the package manager puts beside the tests.
  static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "shop")
  }

  /// Opens a shop.
  ///
  /// - Parameters:
  ///   - file: its database.
  ///   - port: where it listens; 0 for any free port.
  ///   - files: how many files it may open unless it asks for more; nil for as many as the tests.
  ///   - arguments: its other options.
  static func open(
    _ file: URL,
    port: Int = 0,
    files: Int? = nil,
    _ arguments: String...
  ) async throws -> RunningShop {
    let common = ["--port", "\(port)", "--data", file.path, "--durability", "process", "--log", "error"]
    let process =
      if let files {
        ShopProcess(
          URL(filePath: "/bin/sh"),
          ["-c", "ulimit -Sn \(files); exec \"$@\"", "shop", program.path] + common + arguments
        )
      } else {
        ShopProcess(program, common + arguments)
      }
    let port = try await process.number(after: "The shop is open at http://127.0.0.1:")
    return RunningShop(process: process, port: port)
  }

  /// Opens a shop on a database server.
  static func open(_ address: String, _ arguments: String...) async throws -> RunningShop {
    let process = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      ["SHOP_DATA=\(address)", program.path, "--port", "0", "--log", "error"] + arguments
    )
    return RunningShop(process: process, port: try await process.number(after: "open at http://127.0.0.1:"))
  }

  /// Ends the shop as an operator does.
  func end() async throws {
    process.send(SIGTERM)
    #expect(try await process.exitStatus() == 0)
  }

  /// Returns when the shop answers on a new connection: it may first have to notice that an old one is gone.
  func answers() async throws {
    while true {
      let browser = try await HTTPConnection(port: port)
      let status = try? await browser.get("/health").status
      await browser.close()
      if status == 200 { return }
      #expect(status == nil || status == 503)
    }
  }

  /// A connection to the operator's page of a shop that has one.
  func desk() async throws -> HTTPConnection {
    try await HTTPConnection(
      port: try await process.number(after: "The operator's page is http://127.0.0.1:")
    )
  }
}

/// What the database says, whatever a server says.
struct Books {
  let stock: Quantities
  let carts: BySession<Quantities>
  let orders: BySession<[Order]>

  init(_ file: URL) throws {
    try self.init(values: try SQLiteBackend(file: file, creates: false).values(withPrefix: ""))
  }

  init(_ server: PostgresServer) async throws {
    try self.init(
      values: try await PostgresBackend.open(server.address, creates: false).values(withPrefix: "")
    )
  }

  private init(values: [String: Data]) throws {
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
