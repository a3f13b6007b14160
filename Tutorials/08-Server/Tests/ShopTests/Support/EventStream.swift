import Foundation
import Synchronization

@testable import shop

/// A window that follows a session over server-sent events, and connects again when it has lost the server.
final class EventStream: Sendable {
  private struct State: Sendable {
    var latest = ""
    var count = 0
    /// Comments, by which the server shows that it is there.
    var heartbeats = 0
    var connections = 0
  }

  private let state = Watched(State())
  private let following = Mutex<Task<Void, Never>?>(nil)

  /// Begins to connect.
  init(port: Int, session: String) {
    let task = Task { [state] in
      while !Task.isCancelled {
        if let connection = try? await RawConnection(port: port) {
          try? await EventStream.follow(connection, session, state)
          connection.close()
        }
        // As browsers do.
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    following.withLock { $0 = task }
  }

  deinit { close() }

  /// The data of the newest event.
  var latest: String { state.value.latest }
  /// How many events have come.
  var count: Int { state.value.count }
  /// How many connections the server has answered.
  var connections: Int { state.value.connections }

  /// Returns when the newest event is one that is expected, or when the task is cancelled.
  ///
  /// - Parameter isExpected: is asked about the newest event and the number of connections, now and after each event.
  func wait(until isExpected: (String, _ connections: Int) -> Bool) async {
    _ = await state.first { isExpected($0.latest, $0.connections) ? () : nil }
  }

  /// Returns when so many comments have come.
  func waitForHeartbeats(_ count: Int) async {
    _ = await state.first { $0.heartbeats >= count ? () : nil }
  }

  /// Closes the window.
  func close() { following.withLock { $0 }?.cancel() }

  private static func follow(_ connection: RawConnection, _ session: String, _ state: Watched<State>)
    async throws
  {
    try await connection.send(
      "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: session=\(session)\r\n\r\n"
    )
    var (rest, isAnswered) = ("", false)
    for await text in connection.texts {
      rest += text
      if !isAnswered {
        guard let head = rest.firstRange(of: "\r\n\r\n") else { continue }
        // The server does not have it now, or has ended it.
        guard rest.hasPrefix("HTTP/1.1 200 ") else { return }
        rest.removeSubrange(..<head.upperBound)
        isAnswered = true
        state.change { $0.connections += 1 }
      }
      // Each event is one chunk, after a line with its length.
      while let end = rest.firstRange(of: "\n\n\r\n") {
        let chunk = rest[..<end.lowerBound]
        let event = chunk.firstRange(of: "\r\n").map { chunk[$0.upperBound...] } ?? ""
        state.change { state in
          if event.hasPrefix(":") { state.heartbeats += 1 }
          guard event.hasPrefix("data: ") else { return }
          state.latest = String(event.dropFirst("data: ".count))
          state.count += 1
        }
        rest.removeSubrange(..<end.upperBound)
      }
      if rest == "0\r\n\r\n" { return }
    }
  }
}

extension Page {
  /// The page in an event; nil when it is none.
  init?(message: String) {
    guard let page = try? JSONDecoder().decode(Page.self, from: Data(message.utf8)) else { return nil }
    self = page
  }
}
