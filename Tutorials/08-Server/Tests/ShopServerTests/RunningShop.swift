import Foundation
import ShopClient
import ShopDomain
import PostgresStorage
import ShopStore
import PostgresTestServer
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
  ///
  /// - Returns: all that it has printed.
  @discardableResult
  func end(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    process.send(SIGTERM)
    #expect(try await process.exitStatus() == 0, sourceLocation: sourceLocation)
    return await process.wholeText()
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

extension Books {
  /// Reads a database of SQLite.
  init(_ file: URL) throws {
    try self.init(SQLiteBackend(file: file, creates: false).values(withPrefix: ""))
  }

  /// Reads the database of a server.
  init(_ server: PostgresServer) async throws {
    try self.init(try await PostgresBackend.open(server.address, creates: false).values(withPrefix: ""))
  }
}
