import Foundation
import Testing

@testable import shop

/// Clients that take what the shop has too little of.
///
/// Each test waits for what the server does, however long that takes.
@Suite(.timeLimit(.minutes(1))) struct LimitsTests {
  /// Longer than any of these tests takes.
  private static let long = "3000000"

  @Test func `more connections than the system's usual limit do not stop the shop`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--idle", LimitsTests.long)
    // This process needs as many.
    #expect(OpenFiles.raiseLimit() > 1_100)
    var silent: [RawConnection] = []
    for _ in 0..<1_100 { silent.append(try await RawConnection(port: shop.port)) }
    #expect(try await HTTPConnection(port: shop.port).get("/health").status == 200)
    for connection in silent { connection.close() }
    try await shop.end()
  }

  @Test func `a connection that is silent, or whose header never ends, is closed`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--idle", "200")
    let (silent, slow) = (
      try await RawConnection(port: shop.port), try await RawConnection(port: shop.port)
    )
    try await slow.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
    async let dripping: Void = {
      while (try? await slow.send("X: 1\r\n")) != nil { try? await Task.sleep(for: .milliseconds(20)) }
    }()
    #expect(await silent.textUntilClosed() == "")
    #expect(await slow.textUntilClosed().hasPrefix("HTTP/1.1 2") == false)
    await dripping
    #expect(try await HTTPConnection(port: shop.port).get("/health").status == 200)
    try await shop.end()
  }

  @Test func `a header without end is refused`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--idle", LimitsTests.long)
    let client = try await RawConnection(port: shop.port)
    try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    await client.sendForever(String(repeating: "x", count: 4_096))
    #expect(await client.textUntilClosed().hasPrefix("HTTP/1.1 200") == false)
    #expect(try await HTTPConnection(port: shop.port).get("/health").status == 200)
    try await shop.end()
  }

  @Test func `a body that is too long is refused`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let guest = try await Guest(port: shop.port)
    let long = "product=" + String(repeating: "x", count: Limits().body)
    #expect(try await guest.post("/cart/add", long).status == 413)
    #expect(try await HTTPConnection(port: shop.port).get("/health").status == 200)
    try await shop.end()
  }

  @Test func `a stream of events shows that it is alive, however long nothing happens`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--heartbeat", "20", "--idle", "1000")
    let window = EventStream(port: shop.port, session: try await HTTPConnection(port: shop.port).visit())
    await window.waitForHeartbeats(75)
    // The time limits are over, and it is the same connection.
    #expect(window.connections == 1 && window.count == 1)
    window.close()
    try await shop.end()
  }

  @Test func `a shop whose sessions are all in use refuses another one with 503`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--sessions", "2")
    let browser = HTTPConnection(port: shop.port)
    var windows: [EventStream] = []
    for _ in 0..<2 {
      windows.append(EventStream(port: shop.port, session: try await browser.visit()))
      await windows.last?.wait { event, _ in !event.isEmpty }
    }
    let session = try await browser.visit()
    let answer = try await browser.post("/cart/add", session: session, form: "product=lamp")
    #expect(answer.status == 503 && answer.header("Retry-After") == "5")
    #expect(answer.body.contains("as many visitors as it has room for"))
    // Looking takes no session.
    #expect(try await browser.get("/").status == 200)
    for window in windows { window.close() }
    try await shop.end()
  }
}
