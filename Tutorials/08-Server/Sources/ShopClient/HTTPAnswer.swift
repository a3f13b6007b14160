/// What a server has answered to one request.
package struct HTTPAnswer: Sendable {
  package var status = 0
  /// The session that the server gave with it, with its signature, as it goes into a cookie.
  package var session: String?
  package var body = ""
  /// The fields of the header, in the order in which they came.
  package var headers: [(name: String, value: String)] = []

  /// The first field of the header with a name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
