import Foundation
import Synchronization

/// One of the connections of a pool, with a thread of its own; it connects when it is used.
actor PostgresConnection {
  private let address: PostgresAddress
  private let limit: Duration
  private let thread: ConnectionThread
  private var link: ServerLink?

  init(_ address: PostgresAddress, limit: Duration, number: Int) {
    self.address = address
    self.limit = limit
    thread = ConnectionThread("statoscope.postgres.\(number)")
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Uses the connection.
  ///
  /// The server may have ended one that was idle; then the work is done once more, on a new one: it must be such that this
  /// makes no difference.
  func perform<Value: Sendable>(
    _ work: @Sendable (_ link: ServerLink) throws(PostgresFault) -> Value
  ) throws(PostgresFault) -> Value {
    if let link {
      do { return try attempt(work, link) } catch .lost {} catch .readOnly {}
    }
    let link = try ServerLink(address, limit: limit)
    self.link = link
    return try attempt(work, link)
  }

  private func attempt<Value>(
    _ work: (_ link: ServerLink) throws(PostgresFault) -> Value,
    _ link: ServerLink
  ) throws(PostgresFault) -> Value {
    do { return try work(link) } catch {
      if error.endsConnection { self.link = nil }
      throw error
    }
  }
}

/// A thread as the executor of a connection, whose calls block it.
private final class ConnectionThread: SerialExecutor {
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A limited number of connections to a server, and those who wait for one, in the order in which they have come.
final class PostgresPool: Sendable {
  private struct State {
    /// The one that was used last comes first, so that few are open when there is little to do.
    var free: [PostgresConnection]
    var waiters: [(number: Int, continuation: CheckedContinuation<PostgresConnection?, Never>)] = []
    var count = 0
  }

  private let place: String
  private let limit: Duration
  private let size: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: the time that statements have, and callers who wait for a connection.
  ///   - size: the number of connections.
  init(_ address: PostgresAddress, limit: Duration, size: Int) {
    (place, self.limit, self.size) = (address.place, limit, size)
    state = Mutex(
      State(free: (1...size).reversed().map { PostgresConnection(address, limit: limit, number: $0) })
    )
  }

  /// Does something with a connection.
  ///
  /// It ends early when the task is cancelled; what was begun goes on until its limit.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (_ link: ServerLink) throws(PostgresFault) -> Value
  ) async throws -> Value {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Value.self)
    Task {
      do {
        let connection = try await take()
        defer { put(connection) }
        continuation.yield(try await connection.perform(work))
      } catch {
        continuation.finish(throwing: error)
      }
    }
    for try await answer in answers { return answer }
    throw CancellationError()
  }

  private func take() async throws(PostgresFault) -> PostgresConnection {
    if let free = state.withLock({ $0.free.popLast() }) { return free }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let expiry = Task { [limit] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      self.remove(number)?.resume(returning: nil)
    }
    defer { expiry.cancel() }
    let connection = await withCheckedContinuation { continuation in
      // One may have become free.
      let free = state.withLock { state in
        let free = state.free.popLast()
        if free == nil { state.waiters.append((number, continuation)) }
        return free
      }
      if let free { continuation.resume(returning: free) }
    }
    guard let connection else { throw .busy(place, connections: size, limit: limit) }
    return connection
  }

  private func remove(_ number: Int) -> CheckedContinuation<PostgresConnection?, Never>? {
    state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).continuation }
    }
  }

  private func put(_ connection: PostgresConnection) {
    let next = state.withLock { state in
      guard !state.waiters.isEmpty else {
        state.free.append(connection)
        return CheckedContinuation<PostgresConnection?, Never>?.none
      }
      return state.waiters.removeFirst().continuation
    }
    next?.resume(returning: connection)
  }
}
