import ShopClient
import ShopDomain

/// Where the shop is.
struct Address: Sendable {
  let host: String
  let port: Int
}

/// A browser's connection, which is kept between requests; each request goes into the journal.
final class Client {
  /// The balancer's: one second to connect to each of two nodes, and ten for the answer.
  static let limit = Duration.seconds(12)
  private static let patience = limit + .seconds(5)

  private struct TooLate: Error {}

  private let address: Address
  private let journal: Journal
  private let session: Int?
  private var connection: HTTPConnection?

  init(_ address: Address, _ journal: Journal, session: Int? = nil) {
    (self.address, self.journal, self.session) = (address, journal, session)
  }

  /// Sends a request; the answer is nil when there is none.
  func ask(
    _ kind: Answer.Kind,
    _ request: @escaping @Sendable (HTTPConnection) async throws -> HTTPAnswer
  ) async -> (outcome: Answer.Outcome, answer: HTTPAnswer?) {
    let begin = journal.now
    var answer: HTTPAnswer?
    do {
      let connection =
        // The balancer may have closed it since the last answer, which is no request's fault.
        if let connection, connection.isOpen { connection } else {
          try await HTTPConnection(address: address.host, port: address.port)
        }
      self.connection = connection
      answer = try await Client.inTime { try await request(connection) }
    } catch {
      await close()
    }
    let outcome = answer.map(Answer.Outcome.init) ?? .lost
    journal.record(
      Answer(
        kind: kind,
        outcome: outcome,
        status: answer?.status ?? 0,
        session: session,
        begin: begin,
        time: journal.now - begin
      ),
      "\(kind) \(answer?.status ?? 0) at \(begin): \(answer?.body.prefix(200) ?? "")"
    )
    return (outcome, answer)
  }

  func close() async {
    await connection?.close()
    connection = nil
  }

  private static func inTime(
    _ request: @escaping @Sendable () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      group.addTask { try await request() }
      group.addTask {
        try await Task.sleep(for: patience)
        throw TooLate()
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw TooLate() }
      return answer
    }
  }
}
