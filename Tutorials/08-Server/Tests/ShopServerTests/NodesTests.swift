import Foundation
import NIOCore
import NIOPosix
import ShopClient
import ShopDomain
import PostgresTestServer
import ShopTestSupport
import Testing

/// Two nodes behind nginx, with one store.
@Suite(.serialized, .enabled(if: hasNginx, "there is no nginx")) struct NodesTests {
  @Test(.timeLimit(.minutes(5)))
  func `sessions of a killed node continue on the other one`() async throws {
    let folder = try TemporaryFolder()
    try await killNode(of: folder.file().path, time: CrowdTests.time / 2) { try Books(folder.file()) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `sessions of a killed node continue on the other one with PostgreSQL`() async throws {
    let server = try await PostgresServer.start()
    try await killNode(of: server.address, time: CrowdTests.time / 6) { try await Books(server) }
  }

  private func killNode(of data: String, time: Duration, _ readBooks: () async throws -> Books) async throws {
    let (stock, port) = (500, try await freePort())
    let nodes = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      [
        "SHOP_PROGRAM=\(RunningShop.program.path)", "SHOP_DATA=\(data)", "bash", script.path, "--port",
        "\(port)",
        "--stock", "\(stock)", "--bank", "5", "--durability", "process", "--log", "error", "--operator", "0",
      ]
    )
    #expect(try await nodes.number(after: "The shop is open at http://127.0.0.1:") == port)
    let victim = try await nodes.number(after: "node 1 is process ")
    for node in 1...2 {
      let page = try await nodes.number(after: "The operator's page of node \(node) is http://127.0.0.1:")
      #expect(try await HTTPConnection(port: page).get("/metrics").status == 200)
    }
    let walk = try await Walk(visitors: CrowdTests.sessions / 4, port: port, catalogue: .defaultValue)
    for visitor in walk.visitors { await visitor.window.wait { _, connections in connections > 0 } }

    let (clock, begin) = (ContinuousClock(), ContinuousClock().now)
    let middle = AsyncStream.makeStream(of: Void.self)
    let killing = Task {
      for await _ in middle.stream {
        kill(Int32(victim), SIGKILL)
        return
      }
    }
    await walk.run(walkers: 20) {
      let elapsed = begin.duration(to: clock.now)
      if elapsed > time / 2 { middle.continuation.yield() }
      return elapsed > time
    }
    await killing.value

    let books = try await readBooks()
    await expectFreshWindows(of: walk, in: books)
    // Both nodes had visitors.
    #expect(walk.visitors.contains { $0.window.connections == 1 })
    #expect(walk.visitors.contains { $0.window.connections > 1 })
    for product in Catalogue.defaultValue.products { #expect(books.all[product.id] == stock) }
    expectAllOrders(of: walk, in: books)
    print("nodes: \(walk.count) attempts to buy, \(books.orders.values.joined().count) orders")
    nodes.send(SIGTERM)
    #expect(try await nodes.exitStatus() == 0)
  }

  private var script: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../nodes").standardized
  }

  /// A port that nothing listens at.
  private func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    try await channel.close()
    return port
  }
}

private let hasNginx = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"]
  .contains { FileManager.default.isExecutableFile(atPath: "\($0)/nginx") }
