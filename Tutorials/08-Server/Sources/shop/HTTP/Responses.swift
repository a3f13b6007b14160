import Foundation
import Hummingbird

extension Request {
  /// True for a script, which shows an answer itself; a form leads to a page.
  var wantsJSON: Bool { headers[.accept] == "application/json" }

  /// The first field of the header with a name.
  ///
  /// - Parameter name: in lower case.
  func header(_ name: String) -> String? {
    headers.first { $0.name.canonicalName == name }?.value
  }

  /// A field of the form that the request brings.
  func value(of name: String, upTo size: Int) async throws -> String {
    let body = String(buffer: try await body.collect(upTo: size))
    let form: [String: String]
    do { form = try URLEncodedFormDecoder().decode([String: String].self, from: body) } catch {
      throw Refusal(.badRequest, "The form cannot be read: each of its fields has one value.")
    }
    guard let value = form[name] else { throw Refusal(.badRequest, "The form has no field “\(name)”.") }
    return value
  }
}

extension Response {
  static func file(_ text: String, type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "\(type); charset=utf-8", .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  /// A page that runs no scripts but the shop's own, and that no other site can show as a part of its own.
  static func page(_ html: String) -> Response {
    var response = Response.file(html, type: "text/html")
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'"
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The pages of a session as server-sent events, until the session or the connection ends.
  ///
  /// - Parameters:
  ///   - request: what it answers; it has no body.
  ///   - pause: the time between two events at least. Others are skipped meanwhile, so that a thousand windows take no more
  ///     than a share of the server, however fast they change.
  static func pages(of session: Session, _ request: Request, pause: Duration) -> Response {
    Response(
      status: .ok,
      headers: Response.eventHeaders,
      body: ResponseBody { writer in
        var writer = writer
        let (stream, encoder) = (await session.pages(), JSONEncoder())
        defer { stream.end() }
        try await request.body.consumeWithInboundCloseHandler { _ in
          for await page in stream.pages {
            let data = String(decoding: try encoder.encode(page), as: UTF8.self)
            try await writer.write(ByteBuffer(string: "data: \(data)\n\n"))
            try await Task.sleep(for: pause)
          }
          try await writer.finish(nil)
        } onInboundClosed: {
          stream.end()
        }
      }
    )
  }

  static var eventHeaders: HTTPFields {
    [.contentType: "text/event-stream", .cacheControl: "no-store"]
  }
}

extension RouterMethods {
  /// Answers GET, and HEAD without the body.
  ///
  /// Not with the router's own option for that: it discards the body with what counts the request.
  func look(
    _ path: RouterPath,
    _ answer: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    get(path) { try await answer($0, $1) }
    head(path) { try await answer($0, $1).createHeadResponse() }
  }
}
