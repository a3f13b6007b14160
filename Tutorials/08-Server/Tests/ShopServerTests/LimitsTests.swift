import Foundation
import ShopClient
import ShopDomain
import ShopTestSupport
import Testing

/// Clients that take what the shop has too little of.
///
/// Each test waits for what the server does, however long that takes.
@Suite(.timeLimit(.minutes(1))) struct LimitsTests {
  /// Longer than any of these tests takes.
  private static let long = "3000000"

  @Test func `a connection that is one too many is answered with 503`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--connections",
      "4",
      "--idle",
      LimitsTests.long,
      "--log",
      "warning"
    )
    var browsers: [HTTPConnection] = []
    for _ in 0..<4 {
      let browser = try await HTTPConnection(port: shop.port)
      #expect(try await browser.get("/health").status == 200)
      browsers.append(browser)
    }
    let refused = try await RawConnection(port: shop.port)
    try await refused.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let answer = try await refused.textUntilClosed()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.lowercased().contains("retry-after: 5"))
    // One that says nothing is told so, too.
    let mute = try await RawConnection(port: shop.port)
    #expect(try await mute.textUntilClosed().hasPrefix("HTTP/1.1 503 "))
    // Those that were there are served, and there is room again when one of them goes.
    for browser in browsers { #expect(try await browser.get("/health").status == 200) }
    await browsers.removeLast().close()
    try await shop.answers()
    #expect(try await shop.end().contains("there are too many connections"))
  }

  @Test func `more connections than the system's usual limit do not stop the shop`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), files: 64, "--idle", LimitsTests.long)
    var silent: [RawConnection] = []
    for _ in 0..<100 { silent.append(try await RawConnection(port: shop.port)) }
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
    #expect(try await silent.textUntilClosed() == "")
    #expect(try await slow.textUntilClosed().hasPrefix("HTTP/1.1 2") == false)
    await dripping
    try await shop.answers()
    try await shop.end()
  }

  @Test func `a header without end is refused`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--idle", LimitsTests.long)
    let client = try await RawConnection(port: shop.port)
    try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    await client.sendForever(String(repeating: "x", count: 4_096))
    #expect(try await client.textUntilClosed().hasPrefix("HTTP/1.1 200") == false)
    try await shop.answers()
    try await shop.end()
  }

  @Test(arguments: ["/cart/add", "/leave", "/nowhere", "/health"])
  func `a body without end is refused`(path: String) async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--idle",
      LimitsTests.long,
      "--request",
      LimitsTests.long,
      "--log",
      "warning"
    )
    let session = try await HTTPConnection(port: shop.port).visit()
    let client = try await RawConnection(port: shop.port)
    let cookie = "Cookie: session=\(session)\r\n"
    try await client.send(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(cookie)Transfer-Encoding: chunked\r\n\r\n"
    )
    await client.sendForever("1000\r\n\(String(repeating: "x", count: 4_096))\r\n")
    // The route may have answered before the body had become too long.
    let answer = try await client.textUntilClosed()
    #expect(!answer.hasPrefix("HTTP/1.1 5"))
    try await shop.answers()
    #expect(try await shop.end().contains("a body was too large"))
  }

  @Test func `a body that drips is refused when its time is over`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--idle",
      LimitsTests.long,
      "--request",
      "200",
      "--log",
      "warning"
    )
    let session = try await HTTPConnection(port: shop.port).visit()
    let client = try await RawConnection(port: shop.port)
    try await client.send(
      "POST /cart/add HTTP/1.1\r\nHost: localhost\r\nCookie: session=\(session)\r\nContent-Length: 9000\r\n\r\n"
    )
    async let dripping: Void = {
      while (try? await client.send("x")) != nil { try? await Task.sleep(for: .milliseconds(20)) }
    }()
    #expect(try await client.textUntilClosed().hasPrefix("HTTP/1.1 408 "))
    await dripping
    #expect(try await shop.end().contains("a request took too long to arrive"))
  }

  @Test func `a stream of events shows that it is alive, however long nothing happens`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--heartbeat",
      "20",
      "--idle",
      "1000",
      "--request",
      "1000"
    )
    let browser = try await HTTPConnection(port: shop.port)
    let session = try await browser.visit()
    let window = EventStream(port: shop.port, session: session)
    await window.waitForHeartbeats(75)
    // The time limits are over, and it is the same connection.
    #expect(window.connections == 1 && window.count == 1)
    window.close()
    try await shop.end()
  }

  @Test func `the sessions that were idle longest make room for another one`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--sessions", "3", "--operator", "0")
    let (browser, desk) = (try await HTTPConnection(port: shop.port), try await shop.desk())
    var sessions: [String] = []
    for _ in 0..<5 {
      sessions.append(try await browser.visit())
      let added = try await browser.post("/cart/add", session: sessions.last, form: "product=lamp")
      #expect(added.status == 204)
    }
    let list = try await desk.get("/sessions").body
    #expect(list.matches(of: /"number":(\d)/).map { String($0.1) } == ["3", "4", "5"])
    // What was stored of the first one is there still.
    #expect(try await browser.get("/", session: sessions[0]).body.contains(#"data-cart="lamp">1<"#))
    try await shop.end()
  }

  @Test func `a shop whose sessions are all in use refuses another one with 503`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--sessions", "2")
    let browser = try await HTTPConnection(port: shop.port)
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

  @Test func `requests whose visitors have gone are not counted as active`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--operator", "0")
    let (browser, desk) = (try await HTTPConnection(port: shop.port), try await shop.desk())
    let session = try await browser.visit()
    for path in ["/", "/events", "/shop.js"] {
      for _ in 0..<20 {
        let client = try await RawConnection(port: shop.port)
        try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nCookie: session=\(session)\r\n\r\n")
        client.close()
      }
    }
    // Both fall once the server has noticed that they have gone.
    while true {
      let metrics = try await desk.get("/metrics").body
      if metrics.contains("http_server_active_requests 0.0\n"), metrics.contains("shop_streams 0.0\n") {
        break
      }
    }
    try await shop.end()
  }
}
