import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a server has answered to one request.
struct HTTPAnswer: Sendable {
  var status = 0
  var body = ""
  fileprivate var headers: [String: String] = [:]

  /// The field of the header with a name.
  func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The session that the server gave with it, with its signature, as it goes into a cookie.
  var session: String? {
    header("Set-Cookie")?.prefixMatch(of: /session=([^;]+)/).map { String($0.1) }
  }
}

/// A browser, as far as it asks one thing after the other.
struct HTTPConnection: Sendable {
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpMaximumConnectionsPerHost = 200
    return URLSession(configuration: configuration)
  }()

  private let port: Int

  init(port: Int) {
    self.port = port
  }

  /// Asks for a page.
  func get(
    _ path: String,
    session: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await ask("GET", path, session: session, headers: headers)
  }

  /// Asks for the head of a page.
  func head(_ path: String) async throws -> HTTPAnswer { try await ask("HEAD", path) }

  /// Sends a form, as the page's script does.
  func post(
    _ path: String,
    session: String?,
    form: String = "",
    headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await ask("POST", path, session: session, headers: headers, form: form)
  }

  /// Looks at the shop as a new visitor, and returns the cookie of that visit.
  func visit() async throws -> String {
    let answer = try await get("/")
    guard let session = answer.session else { throw NoSession(answer: answer) }
    return session
  }

  /// The server has given a visitor no session.
  struct NoSession: Error {
    let answer: HTTPAnswer
  }

  private func ask(
    _ method: String,
    _ path: String,
    session: String? = nil,
    headers: [String: String] = [:],
    form: String? = nil
  ) async throws -> HTTPAnswer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = form.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if form != nil {
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    if let session { request.setValue("session=\(session)", forHTTPHeaderField: "Cookie") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await HTTPConnection.session.data(for: request)
    guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let pairs = head.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return HTTPAnswer(
      status: head.statusCode,
      body: String(decoding: data, as: UTF8.self),
      headers: Dictionary(pairs) { first, _ in first }
    )
  }
}
