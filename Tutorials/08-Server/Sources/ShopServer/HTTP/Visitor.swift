import Foundation
import Hummingbird
import ShopDomain

/// The visitor that a request comes from, by the cookie of the session.
struct Visitor {
  static let cookie = "session"

  private let session: SessionID
  private let isNew: Bool

  init(_ request: Request) {
    if let known = request.cookies[Visitor.cookie].flatMap({ SessionID($0.value) }) {
      (session, isNew) = (known, false)
    } else {
      (session, isNew) = (.random(), true)
    }
  }

  /// Asks the session for something.
  ///
  /// - Throws: ``Refusal`` when the shop does not do it.
  func answer<Value>(_ ask: (SessionID) async throws -> Value) async throws -> Value {
    do { return try await ask(session) } catch let error as ShopError { throw Refusal(error) }
  }

  /// Gives a new visitor the cookie.
  func welcome(_ response: inout Response) {
    guard isNew else { return }
    // Lax: other sites cannot have this visitor's browser post anything.
    response.setCookie(
      Cookie(name: Visitor.cookie, value: session.text, path: "/", httpOnly: true, sameSite: .lax)
    )
  }
}

/// The shop's answer to a visitor who asks for what is not possible now.
struct Refusal: HTTPResponseError {
  let error: ShopError

  init(_ error: ShopError) {
    self.error = error
  }

  var status: HTTPResponse.Status {
    error == .closing || error == .notStored ? .serviceUnavailable : .conflict
  }

  private var text: String { error.errorDescription ?? "\(error)" }

  func response(to request: Request) -> Response {
    var response =
      request.wantsJSON
      ? Response.file(json, type: "application/json") : Response.file(html, type: "text/html")
    response.status = status
    return response
  }

  func response(from request: Request, context: some RequestContext) -> Response {
    response(to: request)
  }

  private var json: String {
    let encoder = JSONEncoder()
    // A text can always be encoded.
    return (try? encoder.encode(["error": text])).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private var html: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Not possible now</title>
    <link rel="stylesheet" href="/shop.css"></head>
    <body><main><p role="alert">\(HTML.escaped(text))</p><p><a href="/">Back to the shop</a></p></main></body></html>

    """
  }
}
