import Foundation
import Hummingbird
import Statoscope

/// The shop's answer to what is not possible: a page, or the same text for a script.
struct Refusal: HTTPResponseError {
  let status: HTTPResponse.Status
  let text: String

  init(_ status: HTTPResponse.Status, _ text: String) {
    (self.status, self.text) = (status, text)
  }

  init(_ error: ShopError) {
    switch error {
    case .closing, .notStored, .storeIsAway, .notStoredYet, .full: status = .serviceUnavailable
    case .hasLeft: status = .forbidden
    default: status = .conflict
    }
    text = error.errorDescription ?? "\(error)"
  }

  func response(from request: Request, context: some RequestContext) -> Response {
    var response = request.wantsJSON ? Response.file(json, type: "application/json") : Response.page(html)
    response.status = status
    if status == .serviceUnavailable { response.headers[.retryAfter] = "5" }
    return response
  }

  private var json: String {
    // A text can always be encoded.
    (try? JSONEncoder().encode(["error": text])).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private var html: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Not possible now</title>
    <link rel="stylesheet" href="/shop.css"></head>
    <body><main><p role="alert">\(HTML.escaped(text))</p><p><a href="/">Back to the first page</a></p></main></body></html>

    """
  }
}

/// Turns every error into a ``Refusal``, and logs those that are a fault of the shop.
struct Refusals<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let refusal as Refusal { throw refusal } catch {
      switch error {
      case let error as ShopError: throw Refusal(error)
      case let error as HTTPError: throw Refusal(error.status, error.body ?? text(of: error.status))
      case let error as any HTTPResponseError: throw Refusal(error.status, text(of: error.status))
      case is StorageError:
        log(error, request, context)
        throw Refusal(ShopError.notStored)
      default:
        log(error, request, context)
        throw Refusal(.internalServerError, "The shop could not do that. Try again later.")
      }
    }
  }

  private func log(_ error: any Error, _ request: Request, _ context: Context) {
    context.logger.error(
      "A request failed.",
      metadata: ["error": "\(error)", "path": "\(request.uri.path)"]
    )
  }

  private func text(of status: HTTPResponse.Status) -> String {
    switch status {
    case .notFound: "There is no such page."
    case .contentTooLarge: "That is more than the shop reads."
    default: status.reasonPhrase
    }
  }
}
