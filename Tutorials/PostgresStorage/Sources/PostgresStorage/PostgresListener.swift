import Foundation
import Logging
import Synchronization

/// A connection that waits for notifications of other processes, on a thread of its own.
///
/// While it is lost, it connects again and again. Everything is reported as changed then, at the loss, so that those who
/// use the server look at it and find out; and when it is back, because notifications were missed.
final class PostgresListener: Sendable {
  /// Is called with the payloads of notifications; with nil when some may have been missed.
  typealias Report = @Sendable (_ payloads: [String]?) -> Void

  private let address: PostgresAddress
  private let limit: Duration
  private let channel: String
  private let wakers = Mutex<[Int32]>([])
  private let logger = Logger(label: "statoscope.postgres")

  fileprivate static let firstPause = Duration.milliseconds(100)
  fileprivate static let longestPause = Duration.seconds(2)

  init(_ address: PostgresAddress, limit: Duration, channel: String) {
    (self.address, self.limit, self.channel) = (address, limit, channel)
  }

  /// Returns when each notification from now on is reported.
  func start(_ report: @escaping Report) async throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PostgresFault.unreachable(address.place, reason: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (waker, wake) = (ends[1], ends[0])
    wakers.withLock { $0.append(waker) }
    let loop = ListenerLoop(
      address: address,
      limit: limit,
      channel: channel,
      wake: wake,
      report: report,
      logger: logger
    )
    do {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "statoscope.postgres.changes").async {
          let result = Result { () throws(PostgresFault) in try loop.connect() }
          switch result {
          case .success(let link):
            continuation.resume()
            loop.run(link)
          case .failure(let fault): continuation.resume(throwing: fault)
          }
          close(wake)
        }
      }
    } catch {
      wakers.withLock { $0.removeAll { $0 == waker } }
      close(waker)
      throw error
    }
  }

  /// Ends the connection.
  func stop() {
    for waker in wakers.withLock({ wakers in
      defer { wakers = [] }
      return wakers
    }) {
      // Not only closed: a process that was started in the meantime may have it, too.
      _ = write(waker, [0], 1)
      close(waker)
    }
  }
}

/// What the thread of a ``PostgresListener`` does.
private struct ListenerLoop: Sendable {
  let address: PostgresAddress
  let limit: Duration
  let channel: String
  /// A descriptor that can be read when the loop is to end.
  let wake: Int32
  let report: PostgresListener.Report
  let logger: Logger

  func connect() throws(PostgresFault) -> ServerLink {
    let link = try ServerLink(address, limit: limit)
    _ = try link.run("LISTEN \(channel)")
    return link
  }

  func run(_ first: ServerLink) {
    var link: ServerLink? = first
    while let current = link {
      do throws(PostgresFault) {
        while try current.wait(orFor: wake) {
          let payloads = current.takeNotifications()
          if !payloads.isEmpty { report(payloads) }
        }
        return
      } catch {
        logger.warning("\(error).")
      }
      link = nil
      report(nil)
      link = connectAgain()
      if link != nil {
        logger.notice("The connection to \(address.place) is back.")
        report(nil)
      }
    }
  }

  /// Returns a new connection, however long that takes; nil when the loop is to end.
  private func connectAgain() -> ServerLink? {
    var pause = PostgresListener.firstPause
    while true {
      if let link = try? connect() { return link }
      var descriptor = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      let time = pause * Double.random(in: 0.5...1)
      if poll(&descriptor, 1, Int32(time / .milliseconds(1))) > 0 { return nil }
      pause = min(pause * 2, PostgresListener.longestPause)
    }
  }
}
