import CPostgres
import Foundation

/// One connection to a server, for one thread at a time, which it blocks; the only code that calls libpq for it.
///
/// After a fault that ends a connection, it is to be released: an answer that comes late must not be taken for that of
/// another statement.
final class ServerLink {
  private let connection: OpaquePointer
  private let place: String
  private let limit: Duration

  /// Connects, to the first host that is there and has what the connection string asks for.
  ///
  /// It is libpq's blocking call, because only that goes on to the next host when one does not answer. Each has two
  /// seconds, unless the connection string has a `connect_timeout`.
  ///
  /// - Parameter limit: the time that statements have, here and at the server.
  init(_ address: PostgresAddress, limit: Duration) throws(PostgresFault) {
    let milliseconds = Int(limit / .milliseconds(1))
    // What comes later wins.
    let options = [
      ("connect_timeout", "2"), ("fallback_application_name", "statoscope"),
      // A link that is cut without notice.
      ("keepalives_idle", "2"), ("keepalives_interval", "1"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "\(min(max(milliseconds, 1_000), 10_000))"),
      ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    let found = ServerLink.withCStrings(options.map(\.0)) { keywords in
      ServerLink.withCStrings(options.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
    }
    guard let found else { throw .unreachable(address.place, reason: "there is no memory") }
    (connection, place, self.limit) = (found, address.place, limit)
    // They would go to standard error.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    guard PQstatus(connection) == CONNECTION_OK else { throw .unreachable(place, reason: reason) }
    guard PQsetnonblocking(connection, 1) == 0 else { throw .lost(place, reason: reason) }
    _ = try run(
      """
      SELECT set_config('statement_timeout', $1, false),
        set_config('default_transaction_isolation', 'read committed', false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
          WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
      """,
      [.text("\(milliseconds)")]
    )
  }

  deinit {
    PQfinish(connection)
  }

  /// Executes a statement, and returns its rows in binary form.
  ///
  /// - Throws: ``PostgresFault/unanswered(_:limit:)`` when that takes too long, others as they are.
  func run(_ statement: String, _ parameters: [PostgresParameter] = []) throws(PostgresFault) -> [[Data?]] {
    let end = ContinuousClock.now + limit
    // One block of memory for all of them: libpq copies it.
    let bytes = parameters.flatMap(\.bytes) + [0]
    let isSent = bytes.withUnsafeBytes { block in
      var next = 0
      let values = parameters.map { parameter in
        defer { next += parameter.bytes.count }
        return block.baseAddress.map { ($0 + next).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryParams(
        connection,
        statement,
        Int32(parameters.count),
        parameters.map(\.type),
        values,
        parameters.map { Int32($0.bytes.count) },
        parameters.map { _ in 1 },
        1
      )
    }
    guard isSent == 1 else { throw .lost(place, reason: reason) }
    return try answer(until: end)
  }

  /// Executes a script of several statements, as one transaction.
  func run(script: String) throws(PostgresFault) {
    let end = ContinuousClock.now + limit
    guard PQsendQuery(connection, script) == 1 else { throw .lost(place, reason: reason) }
    _ = try answer(until: end)
  }

  // MARK: Notifications

  /// Waits until notifications have arrived, or another descriptor can be read.
  ///
  /// - Returns: false in the latter case.
  func wait(orFor other: Int32) throws(PostgresFault) -> Bool {
    guard try ready(POLLIN, other, until: nil) == .socket else { return false }
    try consume()
    return true
  }

  /// Takes the payloads of the notifications that have arrived.
  func takeNotifications() -> [String] {
    var payloads: [String] = []
    while let notification = PQnotifies(connection) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  // MARK: Answers

  private func answer(until end: ContinuousClock.Instant) throws(PostgresFault) -> [[Data?]] {
    while true {
      let rest = PQflush(connection)
      guard rest >= 0 else { throw .lost(place, reason: reason) }
      guard rest > 0 else { break }
      guard try ready(POLLIN | POLLOUT, nil, until: end) == .socket else {
        throw .unanswered(place, limit: limit)
      }
      try consume()
    }
    var (rows, fault) = ([[Data?]](), PostgresFault?.none)
    while true {
      while PQisBusy(connection) == 1 {
        guard try ready(POLLIN, nil, until: end) == .socket else { throw .unanswered(place, limit: limit) }
        try consume()
      }
      guard let result = PQgetResult(connection) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows += self.rows(of: result)
      default: fault = fault ?? self.fault(of: result)
      }
    }
    if let fault { throw fault }
    guard PQstatus(connection) == CONNECTION_OK else { throw .lost(place, reason: reason) }
    return rows
  }

  private func consume() throws(PostgresFault) {
    guard PQconsumeInput(connection) == 1 else { throw .lost(place, reason: reason) }
  }

  private func rows(of result: OpaquePointer) -> [[Data?]] {
    let columns = 0..<PQnfields(result)
    return (0..<PQntuples(result)).map { row in
      columns.map { column in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
          return nil
        }
        return Data(bytes: value, count: Int(PQgetlength(result, row, column)))
      }
    }
  }

  private func fault(of result: OpaquePointer) -> PostgresFault {
    func field(_ name: Character) -> String? {
      name.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map { String(cString: $0) }
    }
    // The main line alone: the details of some errors have values in them.
    let text = field("M") ?? ServerLink.text(PQresultErrorMessage(result))
    return switch field("C") {
    case nil: .lost(place, reason: text)
    case "25006": .readOnly(place)
    case "57014": .unanswered(place, limit: limit)
    case let state? where state.hasPrefix("57P") || state.hasPrefix("08"): .lost(place, reason: text)
    case let state?: .refused(place, state: state, reason: text)
    }
  }

  private var reason: String { ServerLink.text(PQerrorMessage(connection)) }

  /// A text of libpq as one line, without a full stop.
  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    let lines = text.map { String(cString: $0).split(whereSeparator: \.isNewline) } ?? []
    let line = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    return line.isEmpty ? "no reason is known" : line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  // MARK: The socket

  private enum Ready { case socket, other, neither }

  /// Waits until the socket or another descriptor can be used, or the time is over.
  private func ready(_ events: Int32, _ other: Int32?, until end: ContinuousClock.Instant?)
    throws(PostgresFault) -> Ready
  {
    while true {
      let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      let milliseconds = left.map { Int32(min(($0 / .milliseconds(1)).rounded(.up), 1e9)) } ?? -1
      var descriptors = [pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)]
      if let other { descriptors.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      // A signal.
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lost(place, reason: String(cString: strerror(errno))) }
      if descriptors.count == 2, descriptors[1].revents != 0 { return .other }
      return count > 0 ? .socket : .neither
    }
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer {
      body($0.baseAddress)
    }
  }
}
