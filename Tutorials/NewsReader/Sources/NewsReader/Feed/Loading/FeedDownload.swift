import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads an address and follows redirects to other web servers.
///
/// Redirects are followed here because `URLSession` on Linux resolves relative ones incorrectly, and one
/// deadline applies to all of them together. The deadline also ends the wait for a redirect with an endless
/// body, which `URLSession` on Linux consumes without notifying its delegate.
enum FeedDownload {
  private static let redirectLimit = 10

  static func data(from url: URL, limitBytes: Int, timeLimit: Duration) async throws -> Data {
    let deadline = ContinuousClock.now + timeLimit
    var address = url
    for _ in 0...redirectLimit {
      let transfer = FeedTransfer(url: url, limitBytes: limitBytes)
      switch try await answer(to: transfer, at: address, deadline: deadline) {
      case .body(let data):
        return data
      case .moved(let location):
        guard let next = URL.webAddress(SafeText.line(location), relativeTo: address) else {
          let reason = "it redirects to '\(location)', which is not on the web"
          throw FeedError.connectionFailed(url: url, reason: reason)
        }
        address = next
      }
    }
    throw FeedError.connectionFailed(url: url, reason: "it redirects more than \(redirectLimit) times")
  }

  private static func answer(
    to transfer: FeedTransfer,
    at address: URL,
    deadline: ContinuousClock.Instant
  ) async throws -> FeedTransfer.Answer {
    let session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: delegateQueue)
    let task = session.dataTask(with: request(address))
    let alarm = alarm(at: deadline) { transfer.settleAsLate() }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      try await transfer.answer {
        task.resume()
      } end: {
        // Stops the remaining transfer and releases the delegate. Asynchronously, because on Linux this waits
        // until a busy connection pauses, and the caller already has its answer.
        DispatchQueue.global().async { session.invalidateAndCancel() }
      }
    } onCancel: {
      transfer.settle(.failure(CancellationError()))
    }
  }

  /// Not a task that sleeps: it would wait for its turn behind other tasks, and a transfer that hangs keeps a core busy
  /// on Linux.
  private static func alarm(
    at deadline: ContinuousClock.Instant,
    _ ring: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let alarm = DispatchSource.makeTimerSource()
    alarm.setEventHandler(handler: ring)
    alarm.schedule(deadline: .now() + (deadline - .now) / .seconds(1))
    alarm.resume()
    return alarm
  }

  private static func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    let kinds = "application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5"
    request.setValue(kinds, forHTTPHeaderField: "Accept")
    request.setValue("newsfeed", forHTTPHeaderField: "User-Agent")
    return request
  }

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    // A day: the deadline ends a wait, not the duration of a server's silence.
    configuration.timeoutIntervalForRequest = 86_400
    return configuration
  }

  #if canImport(FoundationNetworking)
    private static var delegateQueue: OperationQueue? { PromptQueue() }
  #else
    private static var delegateQueue: OperationQueue? { nil }
  #endif
}
