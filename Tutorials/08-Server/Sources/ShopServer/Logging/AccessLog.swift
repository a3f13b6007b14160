import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

extension HTTPField.Name {
  static var requestID: HTTPField.Name { HTTPField.Name("X-Request-Id") ?? .via }
  static var forwardedFor: HTTPField.Name { HTTPField.Name("X-Forwarded-For") ?? .via }
}

/// Logs one line for each request, and gives each an id that its lines have in common.
///
/// A line has no query, no header and no body: these have the session and the card. What fails without an answer of its
/// own is logged as an error. The answer has the id in `X-Request-Id`, so a visitor can name it.
struct AccessLog: RouterMiddleware {
  typealias Context = VisitContext

  let proxies: TrustedProxies
  let clock = ContinuousClock()

  func handle(
    _ request: Request,
    context: VisitContext,
    next: (Request, VisitContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    let begin = clock.now
    let peer = context.remoteAddress?.ipAddress ?? "unknown"
    if proxies.contain(peer), let id = request.headers[.requestID], isID(id) {
      context.logger[metadataKey: RequestID.hummingbirdKey] = "\(id)"
    }
    let (logger, id) = (context.logger, context.id)
    var response = try await withLogger(logger) { _ in
      do {
        return try await next(request, context)
      } catch let error as any HTTPResponseError {
        return try error.response(from: request, context: context)
      } catch {
        // Hummingbird has answers for both of these.
        if error is CancellationError || error is HTTPParserError { throw error }
        logger.error("A request failed.", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
        return Response(status: .internalServerError)
      }
    }
    response.headers[.requestID] = id
    let milliseconds = Int(begin.duration(to: clock.now) / .milliseconds(1))
    let client = proxies.client(peer: peer, forwarded: request.headers[values: .forwardedFor])
    let line: Logger.Metadata = [
      "method": "\(request.method.rawValue)",
      "path": "\(request.uri.path.prefix(200))",
      "status": .stringConvertible(Int(response.status.code)),
      "ms": .stringConvertible(milliseconds),
      "client": "\(client)",
    ]
    let isOperation = ["/health", "/ready"].contains(request.uri.path)
    logger.log(level: isOperation ? .debug : .info, "request", metadata: line)
    return response
  }

  /// Returns true for what nginx and others use as ids; anything else is not repeated.
  private func isID(_ text: String) -> Bool {
    (8...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
  }
}
