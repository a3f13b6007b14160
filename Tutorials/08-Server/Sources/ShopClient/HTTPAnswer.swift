/// What a server has answered to one request.
package struct HTTPAnswer: Sendable {
  package var status = 0
  /// The session that the server gave with it.
  package var session: String?
  package var body = ""
}
