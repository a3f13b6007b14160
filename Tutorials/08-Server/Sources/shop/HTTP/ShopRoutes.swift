import Hummingbird

/// The shop's addresses.
struct ShopRoutes: Sendable {
  let shop: Shop
  let sessions: Sessions
  let cookie: SessionCookie
  let limits: Limits

  func add(to router: Router<BasicRequestContext>) {
    router.look("/") { request, _ in try await page(request) }
    router.get("/events") { request, _ in try await events(request) }
    router.head("/events") { _, _ in Response(status: .ok, headers: Response.eventHeaders) }
    router.look("/shop.js") { _, _ in
      Response.file(String(decoding: PackageResources.shop_js, as: UTF8.self), type: "text/javascript")
    }
    router.look("/shop.css") { _, _ in
      Response.file(String(decoding: PackageResources.shop_css, as: UTF8.self), type: "text/css")
    }
    // Alive, whatever the store does; and able to serve visitors.
    router.look("/health") { _, _ in Response.file("well\n", type: "text/plain") }
    router.look("/ready") { _, _ in
      guard let fault = await shop.fault() else { return Response.file("ready\n", type: "text/plain") }
      var response = Response.file(fault + "\n", type: "text/plain")
      response.status = .serviceUnavailable
      return response
    }
    router.post("/cart/add") { request, _ in
      try await perform(request) { .add(try await value(of: "product", $0)) }
    }
    router.post("/cart/remove") { request, _ in
      try await perform(request) { .remove(try await value(of: "product", $0)) }
    }
    router.post("/checkout") { request, _ in try await perform(request) { _ in .openCheckout } }
    router.post("/checkout/close") { request, _ in try await perform(request) { _ in .closeCheckout } }
    router.post("/checkout/pay") { request, _ in
      try await perform(request) { .pay(Card(number: try await value(of: "card", $0))) }
    }
    router.post("/leave") { request, _ in try await leave(request) }
  }

  /// A visitor who has a cookie sees the session; another one sees the shop, and gets a cookie.
  ///
  /// That makes no session: many who look never come back.
  private func page(_ request: Request) async throws -> Response {
    if let session = cookie.session(of: request) {
      do {
        let page = try await sessions.session(session).page()
        return look(at: page, session, request)
      } catch ShopError.hasLeft {
        // The cookie is of no use any more.
      }
    }
    return look(at: try sessions.page(), .random(), request)
  }

  private func look(at page: Page, _ session: SessionID, _ request: Request) -> Response {
    var response = Response.page(ShopPage(catalogue: shop.catalogue, page: page).html)
    // Not where another site's page loads it, for example as a picture: that request comes without the visitor's
    // cookie, and would replace it.
    if ["navigate", nil].contains(request.header("sec-fetch-mode")) {
      cookie.give(session, with: &response)
    }
    return response
  }

  private func events(_ request: Request) async throws -> Response {
    // Browsers try again after anything but this.
    guard let session = cookie.session(of: request) else { return Response(status: .noContent) }
    do {
      return Response.pages(of: try await sessions.session(session), request, pause: limits.pagePause)
    } catch ShopError.hasLeft {
      return Response(status: .noContent)
    }
  }

  private func perform(
    _ request: Request,
    _ action: (Request) async throws -> VisitorAction
  ) async throws -> Response {
    let session = try visitor(request)
    // First the form: one that cannot be read makes no session.
    let action = try await action(request)
    try await sessions.session(session).perform(action)
    return done(request)
  }

  private func leave(_ request: Request) async throws -> Response {
    try await sessions.leave(try visitor(request))
    var response = done(request)
    cookie.clear(with: &response)
    return response
  }

  private func done(_ request: Request) -> Response {
    request.wantsJSON ? Response(status: .noContent) : Response.redirect(to: "/", type: .normal)
  }

  /// The session that a request wants to change; its visitor has looked at the page before.
  private func visitor(_ request: Request) throws -> SessionID {
    guard let session = cookie.session(of: request) else {
      throw Refusal(
        .forbidden,
        "The shop does not know this visit. Go to the shop’s page, and allow it to set a cookie."
      )
    }
    return session
  }

  private func value(of name: String, _ request: Request) async throws -> String {
    try await request.value(of: name, upTo: limits.body)
  }
}
