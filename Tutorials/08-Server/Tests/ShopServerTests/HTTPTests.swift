import Foundation
import NIOCore
import NIOPosix
import ShopClient
import ShopDomain
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
    again.process.send(SIGTERM)
    #expect(try await again.process.exitStatus() == 0)
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
    #expect(try await browser.post("/cart/add", session: session, form: "nothing=1").status == 400)
    #expect(try await browser.get("/nowhere").status == 404)
    // What has not the form of a session's name is not taken for one.
    #expect(try await browser.get("/", session: "../../etc").session != nil)
    _ = try await browser.post("/cart/add", session: session, form: "product=lamp")
    _ = try await browser.post("/checkout", session: session)
    let wrong = try await browser.post("/checkout/pay", session: session, form: "card=1234")
    #expect(wrong.body.contains("That is no card number"))
    #expect(try await browser.post("/cart/add", session: session, form: "product=lamp").status == 409)
    #expect(try await browser.post("/leave", session: session).status == 204)
    #expect(try await browser.post("/cart/add", session: session, form: "product=lamp").status == 204)
    shop.process.send(SIGTERM)
    #expect(try await shop.process.exitStatus() == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `SIGTERM ends streams and payments, and exits with 0 within five seconds`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "30", "--bank", "1")
    let browser = try await HTTPConnection(port: shop.port)
    let sessions = (0..<20).map { _ in SessionID.random().text }
    var windows: [EventStream] = []
    for session in sessions {
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
    shop.process.send(SIGTERM)
    #expect(try await shop.process.exitStatus() == 0)
    #expect(begin.duration(to: ContinuousClock().now) < .seconds(5))
    for window in windows { window.close() }
    let books = try Books(folder.file())
    #expect(books.orders.isEmpty)
    #expect(books.stock["lamp"] == 30)
    #expect(sessions.allSatisfy { books.carts[$0] == ["lamp": 1] })
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
    shop.process.send(SIGTERM)
    #expect(try await shop.process.exitStatus() == 0)
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
