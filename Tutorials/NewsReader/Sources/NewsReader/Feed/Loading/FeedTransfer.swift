import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange with a server, decided once: by its answer, by a failure, by too many bytes or by
/// cancellation.
///
/// The first decision wins and the rest is ignored, so the callbacks are independent of each other.
/// Completion handlers are called only to continue a transfer. A decided transfer is cancelled with its
/// session; calling its handler after that would crash FoundationNetworking.
final class FeedTransfer: NSObject, URLSessionDataDelegate {
  enum Answer: Sendable {
    case body(Data)
    case moved(to: String)
  }

  private struct State: Sendable {
    var body = Data()
    var result: Result<Answer, any Error>?
    var waiting: CheckedContinuation<Answer, any Error>?
    /// Ends a transfer that has started.
    var end: (@Sendable () -> Void)?
  }

  private let url: URL
  private let limitBytes: Int
  private let state = Locked(State())

  init(url: URL, limitBytes: Int) {
    self.url = url
    self.limitBytes = limitBytes
  }

  /// Waits for the decision.
  ///
  /// `start` runs only if the decision is still open. `end` runs once, as soon as it is made: on Linux a transfer
  /// whose handler is not answered keeps a core busy until its session ends, and the task that waits for the
  /// decision may get its turn much later.
  func answer(start: () -> Void, end: @escaping @Sendable () -> Void) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      let earlier = state.withLock { state in
        if state.result == nil { state.waiting = continuation }
        return state.result
      }
      if let earlier {
        continuation.resume(with: earlier)
        return end()
      }
      start()
      let isDecided = state.withLock { state in
        if state.result == nil { state.end = end }
        return state.result != nil
      }
      if isDecided { end() }
    }
  }

  func settle(_ result: Result<Answer, any Error>) {
    let decided = state.withLock { state -> State? in
      guard state.result == nil else { return nil }
      defer { state = State(result: result) }
      return state
    }
    decided?.waiting?.resume(with: result)
    decided?.end?()
  }

  func settleAsLate() {
    fail(.connectionFailed(url: url, reason: ConnectionTrouble.reason(URLError(.timedOut))))
  }

  private func fail(_ error: FeedError) {
    settle(.failure(error))
  }

  private func refusal(of response: URLResponse?) -> FeedError? {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if !(200...299).contains(status) { return .httpStatus(url: url, status: status) }
    let isTooLarge = response?.expectedContentLength ?? 0 > Int64(limitBytes)
    return isTooLarge ? .tooLarge(source: .remote(url), limitBytes: limitBytes) : nil
  }

  // MARK: - URLSessionDataDelegate

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    settle(.success(.moved(to: response.value(forHTTPHeaderField: "Location") ?? "")))
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let refusal = refusal(of: response) { fail(refusal) } else { completionHandler(.allow) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.result == nil else { return false }
      guard state.body.count + data.count <= limitBytes else { return true }
      state.body.append(data)
      return false
    }
    if isTooLarge { fail(.tooLarge(source: .remote(url), limitBytes: limitBytes)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      fail(.connectionFailed(url: url, reason: ConnectionTrouble.reason(error)))
    } else if let refusal = refusal(of: task.response) {
      // Linux does not announce every response; a redirect without an address arrives only here.
      fail(refusal)
    } else {
      settle(.success(.body(state.withLock { $0.body })))
    }
  }
}
