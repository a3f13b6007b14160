import Foundation
import NIOCore
import NIOPosix
import ShopClient
import ShopDomain
import ShopServer
import ShopTestSupport
import Testing

/// A shop in a process of its own, over real HTTP.
@Suite struct HTTPTests {
  @Test(.timeLimit(.minutes(1)))
  func `a visitor buys over HTTP, and the order survives kill -9`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "3", "--bank", "1")
    let browser = try await HTTPConnection(port: shop.port)
    let page = try await browser.get("/")
    #expect(page.status == 200)
    let session = try #require(page.session)
    let window = EventStream(port: shop.port, session: session)
    for (path, form) in [
      ("/cart/add", "product=lamp"), ("/checkout", ""), ("/checkout/pay", "card=4242424242424242"),
    ] {
      #expect(try await browser.post(path, session: session, form: form).status == 204)
    }
    await window.wait { event, _ in Page(message: event)?.orders.count == 1 }
    shop.process.send(SIGKILL)
    #expect(try await shop.process.exitStatus() == -1)

    let again = try await RunningShop.open(folder.file(), port: shop.port)
    await window.wait { _, connections in connections == 2 }
    let restored = try #require(Page(message: window.latest))
    #expect(restored.orders.map(\.quantities) == [["lamp": 1]])
    #expect(restored.cart.isEmpty && restored.stock["lamp"] == 2)
    window.close()
    try await again.end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `an impossible request is refused with a reason`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "1", "--bank", "1")
    let browser = try await HTTPConnection(port: shop.port)
    let session = try #require(try await browser.get("/").session)
    let empty = try await browser.post("/checkout", session: session)
    #expect(empty.status == 409)
    #expect(empty.body == #"{"error":"The cart is empty. Add something first."}"#)
    #expect(try await browser.post("/cart/add", session: session, form: "product=%3Cb%3E").status == 409)
    let missing = try await browser.post("/cart/add", session: session, form: "nothing=1")
    #expect(missing.status == 400)
    #expect(missing.body == #"{"error":"The form has no field “product”."}"#)
    let nowhere = try await browser.get("/nowhere")
    #expect(nowhere.status == 404 && nowhere.body == #"{"error":"There is no such page."}"#)
    // What has not the form of a session's name is not taken for one.
    #expect(try await browser.get("/", session: "../../etc").session != nil)
    let doubled = try await browser.post("/cart/add", session: session, form: "product=lamp&product=rope")
    #expect(doubled.status == 400)
    #expect(doubled.body == #"{"error":"The form cannot be read: each of its fields has one value."}"#)
    _ = try await browser.post("/cart/add", session: session, form: "product=lamp")
    _ = try await browser.post("/checkout", session: session)
    let wrong = try await browser.post("/checkout/pay", session: session, form: "card=1234")
    #expect(wrong.body.contains("That is no card number"))
    #expect(try await browser.post("/cart/add", session: session, form: "product=lamp").status == 409)
    try await shop.end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `HEAD answers with the header of GET alone`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--operator", "0")
    let browser = try await HTTPConnection(port: shop.port)
    for path in ["/", "/events", "/shop.js", "/shop.css", "/health"] {
      let head = try await browser.head(path)
      #expect(head.status == 200 && head.body.isEmpty, "\(path)")
    }
    let length = try await browser.head("/shop.js").header("Content-Length")
    #expect(try await Int(length ?? "") == browser.get("/shop.js").body.utf8.count)
    #expect(try await browser.head("/nowhere").status == 404)
    let desk = try await shop.desk()
    let active = try await desk.get("/metrics").body.firstMatch(of: /\nhttp_server_active_requests (.*)/)?.1
    #expect(active == "0.0")
    try await shop.end()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [("0.0.0.0", "127.0.0.1"), ("localhost", "localhost")])
  func `a shop prints an address that a browser opens`(host: String, shown: String) async throws {
    let folder = try TemporaryFolder()
    let process = ShopProcess(
      RunningShop.program,
      ["--host", host, "--port", "0", "--data", folder.file().path, "--log", "error"]
    )
    #expect(try await process.number(after: "The shop is open at http://\(shown):") > 0)
    process.send(SIGTERM)
    #expect(try await process.exitStatus() == 0)
  }

  @Test func `an address of IPv6 stands in brackets`() {
    #expect(Deployment.address(host: "::", port: 80) == "http://[::1]:80/")
    #expect(Deployment.address(host: "::1", port: 80) == "http://[::1]:80/")
    #expect(Deployment.address(host: "fe80::7", port: 80) == "http://[fe80::7]:80/")
    #expect(Deployment.address(host: "0.0.0.0", port: 80) == "http://127.0.0.1:80/")
    #expect(Deployment.address(host: "shop.example", port: 80) == "http://shop.example:80/")
  }

  @Test(.timeLimit(.minutes(1)))
  func `SIGTERM ends streams and payments, and exits with 0 within five seconds`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "30", "--bank", "1")
    let browser = try await HTTPConnection(port: shop.port)
    var sessions: [SessionID] = []
    var windows: [EventStream] = []
    for _ in 0..<20 {
      let session = try await browser.visit()
      sessions.append(try SessionID(inCookie: session))
      windows.append(EventStream(port: shop.port, session: session))
      for (path, form) in [
        ("/cart/add", "product=lamp"), ("/checkout", ""), ("/checkout/pay", "card=4000000000000259"),
      ] {
        #expect(try await browser.post(path, session: session, form: form).status == 204)
      }
    }
    for window in windows {
      await window.wait { event, _ in Page(message: event)?.checkout?.stage == .authorising }
    }
    // Half a request, of a visitor who will never send the rest.
    let half = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: shop.port).get()
    try await half.writeAndFlush(
      ByteBuffer(string: "POST /cart/add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nprod")
    )
    let begin = ContinuousClock().now
    try await shop.end()
    #expect(begin.duration(to: ContinuousClock().now) < .seconds(5))
    for window in windows { window.close() }
    let books = try Books(folder.file())
    #expect(books.orders.isEmpty)
    #expect(books.stock["lamp"] == 30)
    #expect(sessions.allSatisfy { books.carts[$0.text] == ["lamp": 1] })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a shop that cannot open says why`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let (taken, nowhere) = (folder.file("other.sqlite"), folder.file("nowhere/shop.sqlite"))
    for (arguments, text) in [
      (["--port", "\(shop.port)", "--data", taken.path], "Address already in use"),
      (
        ["--port", "0", "--data", nowhere.path], "shop: --data names \(nowhere.path), which cannot be opened"
      ),
      (["--port", "much"], "shop: --port is a number from 0 to 65535. See shop --help."),
      (["--colour", "red"], "shop: --colour is no option. See shop --help."),
    ] {
      let process = ShopProcess(RunningShop.program, arguments)
      #expect(try await process.exitStatus() == 1)
      #expect(await process.wholeText().contains(text))
    }
    try await shop.end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a damaged database stops the shop before it opens`() async throws {
    let folder = try TemporaryFolder()
    try Data(repeating: 7, count: 8_192).write(to: folder.file())
    let process = ShopProcess(RunningShop.program, ["--data", folder.file().path, "--port", "0"])
    #expect(try await process.exitStatus() == 1)
    #expect(try Data(contentsOf: folder.file()) == Data(repeating: 7, count: 8_192))
  }
}
