import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What visitors' browsers send, and how long each answer took.
final class Browser: Sendable {
  struct Answer: Sendable {
    /// Nil when the connection ended without an answer, or there was none in time.
    var status: Int?
    var body = ""
    var cookie: String?
  }

  /// How often each answer came, and the longest time of one.
  struct Figures: Sendable {
    var counts: [String: Int] = [:]
    var longest = Duration.zero
  }

  /// The time that an answer may take: the balancer's, for two nodes to connect to and for the answer.
  static let limit = Duration.seconds(12)

  private let session: URLSession
  private let address: String
  private let state = Mutex(Figures())
  private let isClosing = Atomic(false)

  init(_ address: String) {
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpMaximumConnectionsPerHost = 200
    configuration.timeoutIntervalForRequest = 2 * (Browser.limit / .seconds(1))
    session = URLSession(configuration: configuration)
  }

  var figures: Figures { state.withLock { $0 } }

  /// True once visitors are to buy no more.
  var isClosed: Bool { isClosing.load(ordering: .relaxed) }
  func close() { isClosing.store(true, ordering: .relaxed) }

  /// Sends a form, or looks at a page without one.
  func ask(_ path: String, cookie: String?, form: String? = nil) async -> Answer {
    guard let url = URL(string: "http://\(address)\(path)") else { return Answer() }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let cookie { request.setValue("session=\(cookie)", forHTTPHeaderField: "Cookie") }
    if let form {
      request.httpMethod = "POST"
      request.httpBody = Data(form.utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    let begin = ContinuousClock.now
    var answer = Answer()
    if let (data, response) = try? await session.data(for: request), let head = response as? HTTPURLResponse {
      answer = Answer(status: head.statusCode, body: String(decoding: data, as: UTF8.self))
      answer.cookie = head.value(forHTTPHeaderField: "Set-Cookie")?.firstMatch(of: /session=([^;]+)/)
        .map { String($0.1) }
    }
    let time = begin.duration(to: .now)
    state.withLock { state in
      state.counts[answer.status.map { "\($0)" } ?? "lost", default: 0] += 1
      state.longest = max(state.longest, time)
    }
    return answer
  }
}
