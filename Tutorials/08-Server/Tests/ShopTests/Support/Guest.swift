@testable import shop

/// A visitor with a connection and a session.
struct Guest: Sendable {
  private let connection: HTTPConnection
  let session: String

  init(port: Int) async throws {
    connection = HTTPConnection(port: port)
    session = try await connection.visit()
  }

  /// The name of the session.
  var id: String { String(session.prefix(32)) }

  func add(_ product: String) async throws -> HTTPAnswer { try await post("/cart/add", "product=\(product)") }

  func post(_ path: String, _ form: String = "") async throws -> HTTPAnswer {
    try await connection.post(path, session: session, form: form)
  }

  /// Returns when the page has a text in it.
  func wait(for text: String) async throws {
    while try await !get("/").body.contains(text) {}
  }

  func get(_ path: String) async throws -> HTTPAnswer { try await connection.get(path, session: session) }
}
