import Foundation
import ShopClient
import ShopDomain
import ShopTestSupport
import Testing

/// The operator's page, over real HTTP.
@Suite(.timeLimit(.minutes(1))) struct OperatorTests {
  @Test func `an operator follows a session as it happens, without its secrets`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--bank", "1", "--operator", "0")
    let port = try await shop.process.number(after: "The operator's page is http://127.0.0.1:")
    let (visitor, desk) = (try await HTTPConnection(port: shop.port), try await HTTPConnection(port: port))
    let cookie = try await visitor.visit()
    let session = try SessionID(inCookie: cookie).text
    // The first look makes no session.
    #expect(try await desk.get("/sessions").body == "[]")
    _ = try await visitor.get("/", session: cookie)
    let list = try await desk.get("/sessions")
    #expect(list.body.contains(#""number":1"#) && !list.body.contains(session))

    let following = EventStream(port: port, path: "/sessions/1/moments", session: "", keepsAll: true)
    await following.wait { event, _ in event.contains("Visit") }
    for (path, form) in [
      ("/cart/add", "product=lamp"), ("/checkout", ""), ("/checkout/pay", "card=4242+4242+4242+4242"),
    ] {
      #expect(try await visitor.post(path, session: cookie, form: form).status == 204)
    }
    await following.wait { event, _ in event.contains(".placed") }
    let seen = following.all.joined(separator: "\n")
    for text in [
      ".visitorAdded(&quot;lamp&quot;)", ".visitorOpenedCheckout", "effect 1 ", "started", "from effect 1",
    ] {
      #expect(seen.contains(text), "the stream has \(text)")
    }
    let timeline = try await desk.get("/sessions/1/timeline")
    #expect(timeline.status == 200 && timeline.body.contains("visitorOpenedCheckout"))
    let metrics = try await desk.get("/metrics").body
    #expect(metrics.contains("shop_orders_total 1.0") && metrics.contains("shop_revenue_cents_total 3800.0"))
    #expect(seen.contains("<redacted>"))
    #expect(try await desk.get("/sessions/7").status == 404)
    #expect(try await desk.get("/", host: "evil.example").status == 403)
    following.close()
    for text in [seen, timeline.body, list.body, metrics, try await shop.end()] {
      #expect(!text.contains(/4242\D{0,3}4242/) && !text.contains(session) && !text.contains("for 1"))
      // The last digits of the card; those of a time or a port may be the same among others.
      #expect(!text.contains(/(^|[^0-9.])4242([^0-9]|$)/))
    }
  }

  @Test func `the operator's page is off by default`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = try await HTTPConnection(port: shop.port)
    for path in ["/sessions", "/sessions/1", "/metrics", "/operator.js"] {
      #expect(try await browser.get(path).status == 404)
    }
    #expect(try await !shop.end().contains("operator"))
  }
}
