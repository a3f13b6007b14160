import Foundation

/// An HTTP server on 127.0.0.1 whose every answer, or silence, the test has laid down.
///
/// Each connection has a thread of its own and ends after one exchange. Tests wait for what the server has
/// seen (``arrival(of:)``, ``departure(of:)``), so none of them needs to sleep.
final class LoopbackServer: Sendable {
  enum Route: Sendable {
    case respond(status: Int = 200, headers: [String: String] = [:], body: Data = Data())
    /// Bytes as they are, for answers that are not HTTP.
    case raw(String)
    /// A body without an end: after ``endlessBytes`` nothing more comes, and the connection stays open.
    case endless
    /// Says nothing, or nothing more, until the client or the test goes away.
    case silent(after: String = "")
  }

  static let endlessBytes = 24 * 1024 * 1024

  let port: UInt16
  private let listener: LoopbackSocket
  private let routes: [String: Route]
  private let log = LoopbackLog()
  private let visitors = Guarded(Visitors())

  private struct Visitors: Sendable {
    var isStopped = false
    var sockets: [LoopbackSocket] = []
  }

  init(_ routes: [String: Route]) throws {
    self.routes = routes
    listener = try LoopbackSocket.listening()
    port = try listener.port
    Thread.detachNewThread { [self] in acceptConnections() }
  }

  func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  /// The paths asked for, in order.
  var requests: [String] { log.arrivals }

  /// Returns once a request for `path` has been read.
  func arrival(of path: String) async { await log.wait(for: .arrived(path)) }

  /// Returns once the exchange about `path` is over; where the server falls silent, the client has hung up.
  func departure(of path: String) async { await log.wait(for: .left(path)) }

  func stop() {
    visitors.withLock { visitors in
      visitors.isStopped = true
      // Under the lock, because the number of a closed socket may have been reused.
      for socket in visitors.sockets { socket.shutDown() }
    }
    // A last call, for nothing else wakes `accept` on every platform.
    LoopbackSocket.knock(at: port)
  }

  private func acceptConnections() {
    while let socket = listener.accept() {
      let isWelcome = visitors.withLock { visitors in
        if !visitors.isStopped { visitors.sockets.append(socket) }
        return !visitors.isStopped
      }
      guard isWelcome else {
        socket.close()
        break
      }
      Thread.detachNewThread { [self] in serve(socket) }
    }
    listener.close()
  }

  private func serve(_ socket: LoopbackSocket) {
    defer {
      visitors.withLock { visitors in
        visitors.sockets.removeAll { $0 == socket }
        socket.close()
      }
    }
    guard let path = requestedPath(socket) else { return }
    log.note(.arrived(path))
    answer(routes[path] ?? .respond(status: 404), on: socket)
    log.note(.left(path))
  }

  private func requestedPath(_ socket: LoopbackSocket) -> String? {
    var head = ""
    while !head.contains("\r\n\r\n") {
      guard let more = socket.receive() else { return nil }
      head += more
    }
    return head.split(separator: " ").dropFirst().first.map(String.init)
  }

  private func answer(_ route: Route, on socket: LoopbackSocket) {
    switch route {
    case .respond(let status, let headers, let body):
      let fields = headers.merging(["Content-Length": "\(body.count)", "Connection": "close"]) { own, _ in own
      }
      let lines = fields.map { "\($0): \($1)\r\n" }.sorted().joined()
      socket.send(Data("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8) + body)
    case .raw(let text):
      socket.send(Data(text.utf8))
    case .endless:
      socket.send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
      socket.send(Data(repeating: UInt8(ascii: "x"), count: Self.endlessBytes))
      socket.receiveUntilClosed()
    case .silent(let start):
      socket.send(Data(start.utf8))
      socket.receiveUntilClosed()
    }
  }
}
