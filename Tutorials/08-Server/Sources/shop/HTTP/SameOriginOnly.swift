import Hummingbird

/// Refuses what pages of other sites have a visitor's browser send, other ports of this host included.
///
/// A browser says where a request comes from, and no page can change that. What says nothing is no browser: it has no
/// visitor's cookie that it was not given.
struct SameOriginOnly<Context: RequestContext>: RouterMiddleware {
  let isBehindTLS: Bool

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard [.get, .head, .options].contains(request.method) || isOwn(request) else {
      context.logger.notice(
        "A request from another site was refused.",
        metadata: ["origin": "\(request.headers[.origin] ?? "unknown")"]
      )
      throw Refusal(
        .forbidden,
        "Another site has sent this, so the shop has not done it. Go to the shop's own page."
      )
    }
    return try await next(request, context)
  }

  private func isOwn(_ request: Request) -> Bool {
    if let site = request.header("sec-fetch-site"), !["same-origin", "none"].contains(site) { return false }
    guard let origin = request.headers[.origin]?.lowercased() else { return true }
    guard let host = request.head.authority?.lowercased() else { return false }
    // A proxy may end TLS although the shop was not told so.
    return origin == "https://\(host)" || (!isBehindTLS && origin == "http://\(host)")
  }
}
