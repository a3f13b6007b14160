import Foundation
import Testing

@testable import shop

/// A shop in a process of its own, over real HTTP.
@Suite(.timeLimit(.minutes(1))) struct HTTPTests {
  @Test func `a visitor buys over HTTP, and the order survives kill -9`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "3", "--bank", "1")
    let browser = HTTPConnection(port: shop.port)
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

  @Test func `an impossible request is refused with a reason`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "1", "--bank", "1")
    let browser = HTTPConnection(port: shop.port)
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

  @Test func `HEAD answers with the header of GET alone`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = HTTPConnection(port: shop.port)
    for path in ["/", "/events", "/shop.js", "/shop.css", "/health"] {
      let head = try await browser.head(path)
      #expect(head.status == 200 && head.body.isEmpty, "\(path)")
    }
    let length = try await browser.head("/shop.js").header("Content-Length")
    #expect(try await Int(length ?? "") == browser.get("/shop.js").body.utf8.count)
    #expect(try await browser.head("/nowhere").status == 404)
    try await shop.end()
  }

  @Test func `SIGTERM ends streams and payments, and exits with 0`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "30", "--bank", "1")
    let browser = HTTPConnection(port: shop.port)
    var sessions: [String] = []
    var windows: [EventStream] = []
    for _ in 0..<3 {
      let session = try await browser.visit()
      sessions.append(String(session.prefix(32)))
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
    let half = try await RawConnection(port: shop.port)
    try await half.send("POST /cart/add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nprod")
    try await shop.end()
    for window in windows { window.close() }
    let books = try Books(folder.file())
    #expect(books.orders.isEmpty)
    #expect(books.stock["lamp"] == 30)
    #expect(sessions.allSatisfy { books.carts[$0] == ["lamp": 1] })
  }

  @Test func `a shop that cannot open says why`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let (taken, nowhere) = (folder.file("other.sqlite"), folder.file("nowhere/shop.sqlite"))
    for (arguments, text) in [
      (["--port", "\(shop.port)", "--data", taken.path], "Address already in use"),
      (
        ["--port", "0", "--data", nowhere.path], "shop: --data names \(nowhere.path), which cannot be opened"
      ),
    ] {
      let process = ShopProcess(RunningShop.program, arguments)
      #expect(try await process.exitStatus() == 1)
      #expect(await process.wholeText().contains(text))
    }
    try await shop.end()
  }

  @Test func `the log has each request, and no session or card`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--log", "info", "--bank", "1")
    let guest = try await Guest(port: shop.port)
    #expect(try await guest.post("/cart/add", "product=lamp").status == 204)
    #expect(try await guest.post("/checkout").status == 204)
    #expect(try await guest.post("/checkout/pay", "card=4242424242424242").status == 204)
    try await guest.wait(for: #"id="orders" aria-live="polite"><li"#)
    #expect(try await guest.get("/nowhere").status == 404)
    let log = try await shop.end()
    for text in ["/cart/add", "/checkout/pay", "/nowhere", "The shop is closed."] {
      #expect(log.contains(text), "the log has \(text)")
    }
    for text in [guest.id, guest.session, "424242424242"] { #expect(!log.contains(text)) }
  }
}
