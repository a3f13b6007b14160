import Foundation
import Testing

@testable import shop

/// Attacks of other sites, and of clients that make up cookies, on a visitor.
@Suite(.timeLimit(.minutes(1))) struct CrossSiteTests {
  private static let forged: [[String: String]] = [
    ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"],
    // From another port of the host: the cookie comes along, and the site is the same.
    ["Sec-Fetch-Site": "same-site", "Origin": "http://localhost:1"],
    ["Sec-Fetch-Site": "cross-site"],
    // A browser that does not name the site, as on a plain address in the network.
    ["Origin": "http://localhost:1"],
    ["Origin": "http://evil.example"],
    ["Origin": "null"],
  ]

  @Test func `what another site sends is refused and changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--bank", "1", "--log", "notice")
    let browser = HTTPConnection(port: shop.port)
    let session = try await browser.visit()
    #expect(try await browser.post("/cart/add", session: session, form: "product=lamp").status == 204)
    #expect(try await browser.post("/checkout", session: session).status == 204)
    for headers in CrossSiteTests.forged {
      for (path, form) in [
        ("/checkout/pay", "card=4242424242424242"), ("/leave", ""), ("/checkout/close", ""),
      ] {
        for cookie in [session, nil] {
          let answer = try await browser.post(path, session: cookie, form: form, headers: headers)
          #expect(answer.status == 403 && answer.header("Set-Cookie") == nil, "\(headers) \(path)")
        }
      }
    }
    let page = try await browser.get("/", session: session)
    #expect(page.body.contains(#"data-cart="lamp">1<"#))
    #expect(try await browser.post("/checkout/close", session: session).status == 204)
    #expect(try await shop.end().contains("A request from another site was refused."))
  }

  @Test func `what the shop's own page sends is done`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = HTTPConnection(port: shop.port)
    let (session, host) = (try await browser.visit(), "localhost:\(shop.port)")
    for headers in [
      ["Host": host, "Sec-Fetch-Site": "same-origin", "Origin": "http://\(host)"],
      ["Host": host, "Origin": "http://\(host)"],
      // A form that the visitor has sent again.
      ["Host": host, "Sec-Fetch-Site": "none"],
      // No browser.
      [:],
    ] {
      let answer = try await browser.post(
        "/cart/add",
        session: session,
        form: "product=lamp",
        headers: headers
      )
      #expect(answer.status == 204, "\(headers)")
    }
    try await shop.end()
  }

  @Test func `only a session that the shop has made is one`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = HTTPConnection(port: shop.port)
    for path in ["/cart/add", "/checkout", "/leave"] {
      let answer = try await browser.post(path, session: nil, form: "product=lamp")
      #expect(answer.status == 403 && answer.header("Set-Cookie") == nil)
    }
    #expect(try await browser.get("/events").status == 204)
    let (one, other) = (try await browser.visit(), try await browser.visit())
    let (id, signature) = (one.prefix(32), other.dropFirst(33))
    for made in [
      SessionID.random().text, "\(SessionID.random().text).", "\(id).\(signature)", "\(id)", one.uppercased(),
      one + "0", "\(id).\(String(repeating: "0", count: 64))", "",
    ] {
      #expect(try await browser.post("/cart/add", session: made, form: "product=lamp").status == 403)
      #expect(try await browser.get("/", session: made).session != nil)
    }
    // A neighbour's cookie of the same name comes first.
    let two = "\(SessionID.random().text); session=\(one)"
    #expect(try await browser.post("/cart/add", session: two, form: "product=lamp").status == 204)
    shop.process.send(SIGKILL)
    _ = try await shop.process.exitStatus()
    // The signature is the store's, so a shop that is started again knows its visitors.
    let again = try await RunningShop.open(folder.file())
    let page = try await HTTPConnection(port: again.port).get("/", session: one)
    #expect(page.body.contains(#"data-cart="lamp">1<"#))
    try await again.end()
  }

  @Test func `a visitor who leaves ends the session for everyone who has its cookie`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = HTTPConnection(port: shop.port)
    let session = try await browser.visit()
    let window = EventStream(port: shop.port, session: session)
    #expect(try await browser.post("/cart/add", session: session, form: "product=lamp").status == 204)
    await window.wait { event, _ in Page(message: event)?.cart == ["lamp": 1] }
    let left = try await browser.post("/leave", session: session)
    #expect(left.status == 204)
    let cookie = try #require(left.header("Set-Cookie"))
    #expect(cookie.hasPrefix("session=;") && cookie.contains("Max-Age=0") && cookie.contains("Path=/"))
    // The cookie is still in another browser, or in a log.
    for path in ["/cart/add", "/leave"] {
      let late = try await browser.post(path, session: session, form: "product=lamp")
      #expect(late.status == 403 && late.body.contains("This visit has ended."))
    }
    #expect(try await browser.get("/events", session: session).status == 204)
    let page = try await browser.get("/", session: session)
    #expect(page.body.contains(#"data-cart="lamp">0<"#) && page.session != session && page.session != nil)
    #expect(window.connections == 1)
    window.close()
    try await shop.end()
  }

  @Test func `the cookie's attributes keep it from scripts, other sites and plain HTTP`() async throws {
    let folder = try TemporaryFolder()
    let plain = try await RunningShop.open(folder.file())
    let answer = try await HTTPConnection(port: plain.port).get("/")
    let cookie = try #require(answer.header("Set-Cookie"))
    for attribute in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Max-Age=2592000"] {
      #expect(cookie.contains(attribute))
    }
    #expect(cookie.hasPrefix("session=") && !cookie.contains("Secure") && !cookie.contains("Domain"))
    try await plain.end()

    let secure = try await RunningShop.open(folder.file(), "--tls", "yes")
    let browser = HTTPConnection(port: secure.port)
    let strict = try #require(try await browser.get("/").header("Set-Cookie"))
    #expect(strict.hasPrefix("__Host-session=") && strict.contains("; Secure"))
    let value = try #require(strict.split(separator: ";").first)
    let own = ["Cookie": "\(value)", "Host": "shop.example", "Origin": "https://shop.example"]
    let done = try await browser.post("/cart/add", session: nil, form: "product=lamp", headers: own)
    #expect(done.status == 204)
    // The same name by HTTP is another site, and the other name is no cookie here.
    let http = own.merging(["Origin": "http://shop.example"]) { $1 }
    #expect(try await browser.post("/leave", session: nil, headers: http).status == 403)
    let bare = value.dropFirst("__Host-session=".count)
    #expect(try await browser.post("/leave", session: "\(bare)").status == 403)
    try await secure.end()
  }

  @Test func `no picture gets a cookie, and no page can be shown inside another site's`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file())
    let browser = HTTPConnection(port: shop.port)
    let picture = ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "cross-site"]
    #expect(try await browser.get("/", headers: picture).header("Set-Cookie") == nil)
    let link = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"]
    #expect(try await browser.get("/", headers: link).session != nil)
    let html = ["Accept": "text/html"]
    for page in [
      try await browser.get("/"), try await browser.get("/nowhere", headers: html),
      try await browser.post("/leave", session: nil, headers: html),
    ] {
      let policy = page.header("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(page.header("X-Content-Type-Options") == "nosniff")
    }
    try await shop.end()
  }
}
