import Hummingbird
import Metrics

/// Counts requests by route, method and status, how long they took, and how many are being answered.
///
/// Not Hummingbird's middleware: that one counts a request as active until its body was written, and one whose visitor
/// has gone before that for ever. Open streams have a gauge of their own.
struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
  private let active = Meter(label: "http_server_active_requests")

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    active.increment()
    let begin = ContinuousClock.now
    defer { active.decrement() }
    do {
      let response = try await next(request, context)
      count(request, context, response.status, since: begin)
      return response
    } catch {
      let status = (error as? any HTTPResponseError)?.status ?? .internalServerError
      count(request, context, status, since: begin)
      throw error
    }
  }

  private func count(
    _ request: Request,
    _ context: Context,
    _ status: HTTPResponse.Status,
    since begin: ContinuousClock.Instant
  ) {
    let dimensions = [
      ("http.route", context.endpointPath ?? "none"),
      ("http.request.method", request.method.rawValue),
      ("http.response.status_code", "\(status.code)"),
    ]
    Timer(label: "http_server_request_duration", dimensions: dimensions).record(
      duration: begin.duration(to: .now)
    )
  }
}
