import Foundation
import PostgresStorage
import PostgresTestServer
import Testing

@testable import shop

/// A shop in a process of its own, with its database.
struct RunningShop {
  let process: ShopProcess
  let port: Int

  /// The program, which the manager puts beside the tests.
  static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "shop")
  }

  /// Opens a shop.
  ///
  /// - Parameters:
  ///   - file: its database.
  ///   - port: where it listens; 0 for any free port.
  ///   - arguments: its other options.
  static func open(_ file: URL, port: Int = 0, _ arguments: String...) async throws -> RunningShop {
    try await open(data: file.path, ["--port", "\(port)", "--durability", "process"] + arguments)
  }

  /// Opens a shop on a database server.
  static func open(_ address: String, _ arguments: String...) async throws -> RunningShop {
    try await open(data: address, ["--port", "0"] + arguments)
  }

  private static func open(data: String, _ arguments: [String]) async throws -> RunningShop {
    // With a lower limit of open files than a server needs, which it raises.
    let command = "ulimit -Sn 64; exec \"$@\""
    let process = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      ["SHOP_DATA=\(data)", "sh", "-c", command, "shop", program.path, "--log", "error"] + arguments
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
}

extension Books {
  /// Reads a database of SQLite.
  init(_ file: URL) throws {
    try self.init(values(in: file))
  }

  /// Reads the database of a server.
  init(_ server: PostgresServer) async throws {
    try self.init(try await PostgresBackend.open(server.address, creates: false).values(withPrefix: ""))
  }
}
