import Hummingbird
import ShopDomain
import ShopStore

/// The shop's addresses.
struct ShopRoutes<Directory: SessionDirectory>: Sendable {
  let sessions: Directory
  let catalogue: Catalogue
  let readiness: @Sendable () async -> StoreProbe.Answer

  func add(to router: Router<VisitContext>) {
    router.get("/") { request, _ in try await page(request) }
    router.get("/events") { request, _ in try await events(request) }
    router.get("/shop.js") { _, _ in Response.file(ShopScript.javaScript, type: "text/javascript") }
    router.get("/shop.css") { _, _ in Response.file(ShopScript.style, type: "text/css") }
    // Alive, whatever the store does; and able to serve visitors.
    router.get("/health") { _, _ in "well\n" }
    router.get("/ready") { _, _ in Response.readiness(await readiness()) }
    router.post("/cart/add") { request, context in
      try await perform(request) { .add(try await $0.value(of: "product", context)) }
    }
    router.post("/cart/remove") { request, context in
      try await perform(request) { .remove(try await $0.value(of: "product", context)) }
    }
    router.post("/checkout") { request, _ in try await perform(request) { _ in .openCheckout } }
    router.post("/checkout/close") { request, _ in try await perform(request) { _ in .closeCheckout } }
    router.post("/checkout/pay") { request, context in
      try await perform(request) { .pay(Card(number: try await $0.value(of: "card", context))) }
    }
    router.post("/leave") { request, _ in try await perform(request) { _ in .leave } }
  }

  private func page(_ request: Request) async throws -> Response {
    let visitor = Visitor(request)
    let page = try await visitor.answer { try await sessions.session($0).page() }
    var response = Response.file(ShopPage(catalogue: catalogue, page: page).html, type: "text/html")
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'"
    response.headers[.cacheControl] = "no-store"
    visitor.welcome(&response)
    return response
  }

  private func events(_ request: Request) async throws -> Response {
    let visitor = Visitor(request)
    let stream = try await visitor.answer { try await sessions.session($0).pages() }
    var response = Response.events(of: request, stream.pages, end: stream.end) { PageMessage($0).event }
    visitor.welcome(&response)
    return response
  }

  private func perform(
    _ request: Request,
    _ action: (inout Request) async throws -> VisitorAction
  ) async throws -> Response {
    let visitor = Visitor(request)
    var request = request
    let action = try await action(&request)
    do {
      try await visitor.answer { try await sessions.session($0).perform(action) }
    } catch let refusal as Refusal {
      return refusal.response(to: request)
    }
    var response =
      request.wantsJSON ? Response(status: .noContent) : Response.redirect(to: "/", type: .normal)
    visitor.welcome(&response)
    return response
  }
}

extension Response {
  fileprivate static func readiness(_ answer: StoreProbe.Answer) -> Response {
    switch answer {
    case .ready: return .file("ready\n", type: "text/plain")
    case .notReady(let reason):
      var response = Response.file(reason + "\n", type: "text/plain")
      response.status = .serviceUnavailable
      return response
    }
  }
}
