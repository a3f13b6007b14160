import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// The operator's page, on the loopback interface only: the live sessions, and what happens in one of them.
package struct OperatorApplication: Sendable {
  private let sessions: InProcessSessions
  private let metrics: @Sendable () -> String
  private let logger: Logger

  /// - Parameters:
  ///   - sessions: what is shown.
  ///   - metrics: the shop's metrics, as text.
  ///   - logger: logs what goes wrong.
  package init(sessions: InProcessSessions, metrics: @escaping @Sendable () -> String, logger: Logger) {
    self.sessions = sessions
    self.metrics = metrics
    self.logger = logger
  }

  /// The service that answers operators.
  package func service(port: Int, onListening: @escaping @Sendable (Int) async -> Void) -> any Service {
    let router = Router()
    router.add(middleware: Refusals())
    router.add(middleware: LoopbackOnly())
    router.look("/") { _, _ in Response.page(OperatorPage.list) }
    router.look("/sessions") { _, _ in try json(await summaries()) }
    router.look("/metrics") { _, _ in Response.file(metrics(), type: "text/plain; version=0.0.4") }
    router.look("/operator.js") { _, _ in Response.file(OperatorPage.script, type: "text/javascript") }
    router.look("/operator.css") { _, _ in Response.file(OperatorPage.style, type: "text/css") }
    router.look("/sessions/{number}") { _, context in
      Response.page(OperatorPage.session(try session(context).number))
    }
    router.events("/sessions/{number}/moments") { request, context in
      let session = try session(context)
      return Response.events(of: request) {
        let stream = await session.follow()
        return (stream.events, stream.end)
      } _: { event in
        // Texts and numbers can always be encoded.
        let data = (try? JSONEncoder().encode(OperatorMessage(event))) ?? Data("{}".utf8)
        return "data: \(String(decoding: data, as: UTF8.self))\n\n"
      }
    }
    router.look("/sessions/{number}/timeline") { _, context in
      guard let timeline = try await session(context).timeline else {
        throw HTTPError(.notFound, message: "Nothing is recorded while no page of this session is open.")
      }
      return Response.file(timeline, type: "text/html")
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        serverName: "operator"
      ),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
      logger: logger
    )
  }

  private func session(_ context: some RequestContext) throws -> Session {
    let number = try context.parameters.require("number", as: Int.self)
    guard let session = sessions.live.first(where: { $0.number == number }) else {
      throw HTTPError(.notFound, message: "There is no live session \(number).")
    }
    return session
  }

  private func summaries() async -> [SessionSummary] {
    var summaries: [SessionSummary] = []
    for session in sessions.live { summaries.append(await session.summary) }
    return summaries
  }

  private func json(_ value: some Encodable) throws -> Response {
    Response.file(String(decoding: try JSONEncoder().encode(value), as: UTF8.self), type: "application/json")
  }
}

/// Refuses requests that name another host: a page elsewhere may have its own name lead to 127.0.0.1.
private struct LoopbackOnly<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority?.split(separator: ":").first.map(String.init) ?? ""
    guard ["127.0.0.1", "localhost"].contains(host) else {
      throw HTTPError(.forbidden, message: "Open this page as http://127.0.0.1.")
    }
    return try await next(request, context)
  }
}
