import Foundation
import Logging
import ShopClient
import ShopServer
import ShopTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct LogTests {
  @Test func `each request has a line with its id, and its visitor's address`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--log",
      "info",
      "--log-format",
      "json",
      "--trusted-proxies",
      "10.0.0.0/8, 127.0.0.1"
    )
    let browser = try await HTTPConnection(port: shop.port)
    let session = try await browser.visit()
    _ = try await browser.post("/cart/add?secret=1", session: session, form: "product=lamp")
    let missing = try await browser.get(
      "/nowhere",
      headers: ["X-Request-Id": "0123456789abcdef", "X-Forwarded-For": "6.6.6.6, 192.0.2.7, 10.1.2.3"]
    )
    #expect(missing.header("X-Request-Id") == "0123456789abcdef")
    #expect(try await browser.get("/health").header("X-Request-Id") != nil)
    let log = try await shop.end()

    let lines = try log.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
      try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
    let requests = lines.filter { $0.message == "request" }
    #expect(requests.map(\.path) == ["/", "/cart/add", "/nowhere"])
    #expect(requests.map(\.method) == ["GET", "POST", "GET"])
    #expect(requests.map(\.status) == [200, 204, 404])
    #expect(requests.map(\.client) == ["127.0.0.1", "127.0.0.1", "192.0.2.7"])
    #expect(requests.last?.request == "0123456789abcdef")
    #expect(Set(requests.map(\.request)).count == 3)
    #expect(requests.allSatisfy { $0.level == "info" && $0.logger == "shop" && $0.ms != nil })
    let time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/
    #expect(lines.allSatisfy { $0.time.wholeMatch(of: time) != nil })
    #expect(lines.contains { $0.message == "The shop is closed." })
    #expect(!log.contains(session) && !log.contains("secret"))
  }

  @Test func `what a visitor says of addresses counts for nothing`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(
      folder.file(),
      "--log",
      "info",
      "--trusted-proxies",
      "10.0.0.0/8"
    )
    let answer = try await HTTPConnection(port: shop.port).get(
      "/shop.css",
      headers: ["X-Request-Id": "0123456789abcdef", "X-Forwarded-For": "6.6.6.6"]
    )
    #expect(answer.header("X-Request-Id") != "0123456789abcdef")
    let log = try await shop.end()
    let id = try #require(answer.header("X-Request-Id"))
    #expect(
      log.contains(
        try Regex(
          "Z info shop: request client=127.0.0.1 method=GET ms=[0-9]+ path=/shop.css request=\(id) status=200\n"
        )
      )
    )
    #expect(!log.contains("6.6.6.6"))
  }

  @Test func `an error has the id of the request that it has happened in`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--patience", "1", "--log-format", "json")
    let browser = try await HTTPConnection(port: shop.port)
    let session = try await browser.visit()
    let lock = try DatabaseLock(folder.file())
    let answer = try await browser.post("/cart/add", session: session, form: "product=lamp")
    try lock.release()
    #expect(answer.status == 503)
    let log = try await shop.end()
    let lines = log.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
    let errors = lines.filter { $0.level == "error" && $0.message.contains("another process has locked") }
    #expect(errors.map(\.logger) == ["shop.session"])
    #expect(errors.map(\.request) == [answer.header("X-Request-Id")])
  }

  @Test func `a line of the log has no line break and no session in it`() {
    let lines = Mutex<[String]>([])
    let digest = String(repeating: "0123456789abcdef", count: 4)
    for format in [LineLogHandler.Format.text, .json] {
      var logger = Logger(label: "test") { label in
        LineLogHandler(label: label, level: .notice, format: format) { line in
          lines.withLock { $0.append(line) }
        }
      }
      logger[metadataKey: "hb.request.id"] = "7"
      logger.info("nothing")
      logger.error(
        "a\nb of session/\(digest)/cart",
        metadata: ["key": "session/\(digest)/cart", "path": "/x y\u{1B}", "n": .stringConvertible(3)]
      )
    }
    let found = lines.withLock { $0 }
    #expect(found.count == 2)
    #expect(
      found.first?.drop { $0 != " " } == #"""
         error test: a\u{a}b of session/012345…/cart key=session/012345…/cart n=3 path="/x y\u{1b}" request=7
        """#
    )
    #expect(
      found.last?.drop { $0 != "," } == #"""
        ,"level":"error","logger":"test","message":"a\nb of session/012345…/cart","key":"session/012345…/cart","n":3,"path":"/x y\u001b","request":"7"}
        """#
    )
  }

  @Test(arguments: [
    ("192.0.2.1", [], "192.0.2.1"),
    ("192.0.2.1", ["6.6.6.6"], "192.0.2.1"),
    ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
    ("::ffff:127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
    ("127.0.0.1", ["6.6.6.6,192.0.2.1, 10.9.9.9"], "192.0.2.1"),
    ("127.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
    ("fd00::5", ["2001:db8::1"], "2001:db8::1"),
    ("fe00::5", ["2001:db8::1"], "fe00::5"),
    ("127.0.0.1", ["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
    ("127.0.0.1", ["<script>"], "127.0.0.1"),
  ])
  func `the client is the first address that no trusted proxy has`(
    peer: String,
    forwarded: [String],
    client: String
  ) throws {
    let proxies = TrustedProxies(
      try ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map { try #require(IPNetwork($0)) }
    )
    #expect(proxies.client(peer: peer, forwarded: forwarded) == client)
    #expect(TrustedProxies().client(peer: peer, forwarded: forwarded) == peer)
  }

  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.4/33", "::1/129", "1::2::3", "12345::", "::g",
    "1.2.3.4/8/8", ":::",
    "localhost", "+1.2.3.4", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
  ])
  func `a text that is no network is none`(text: String) {
    #expect(IPNetwork(text) == nil)
  }
}

/// A line of the log, as what collects it reads it.
private struct Line: Decodable {
  let time: String
  let level: String
  let logger: String
  let message: String
  var request: String?
  var method: String?
  var path: String?
  var client: String?
  var status: Int?
  var ms: Int?
}
