import ShopDomain

/// Finds out whether the store answers, for those who decide whether a node gets visitors.
///
/// However many ask, one look at the store is made at a time.
package actor StoreProbe {
  /// The store as it was found.
  package enum Answer: Sendable, Equatable {
    case ready
    case notReady(reason: String)
  }

  private let fault: @Sendable () -> String?
  private let look: @Sendable () async -> Answer
  private let patience: Duration
  private let clock: any Clock<Duration>
  private var current: Task<Answer, Never>?

  /// - Parameters:
  ///   - patience: how long an answer may take.
  ///   - clock: the clock of that.
  ///   - fault: the reason why the store cannot be used, if one is known.
  ///   - look: looks at the store.
  package init(
    patience: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock(),
    fault: @escaping @Sendable () -> String?,
    look: @escaping @Sendable () async -> Answer
  ) {
    (self.fault, self.look, self.patience, self.clock) = (fault, look, patience, clock)
  }

  /// A probe of a database in a file, with a connection and a thread of its own.
  ///
  /// - Parameters:
  ///   - backend: the store.
  ///   - patience: how long an answer may take; a lock of another process is waited for half of it.
  ///   - clock: the clock of that.
  /// - Throws: ``StoreFault``, or SQLite's error, when the store cannot be opened once more.
  package init(
    _ backend: SQLiteBackend,
    patience: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    let connection = try backend.otherConnection(patience: patience / 2)
    let worker = StoreThreads.Worker(StoreThread("shop.probe"))
    self.init(patience: patience, clock: clock, fault: { backend.fault?.summary }) {
      do {
        try await worker.perform { try connection.probe() }
        return .ready
      } catch let fault as StoreFault {
        return .notReady(reason: fault.summary)
      } catch {
        return .notReady(reason: "The database cannot be written.")
      }
    }
  }

  /// Whether a commit can be made.
  package func answer() async -> Answer {
    if let fault = fault() { return .notReady(reason: fault) }
    let look = current ?? begin()
    let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
    // A disk that hangs may hold up the look for ever.
    let limit = Task { [clock, patience] in
      if (try? await clock.sleep(for: patience)) != nil {
        continuation.yield(.notReady(reason: "The database does not answer."))
      }
    }
    defer { limit.cancel() }
    Task { continuation.yield(await look.value) }
    for await answer in answers { return answer }
    return .notReady(reason: "The request was cancelled.")
  }

  private func begin() -> Task<Answer, Never> {
    let look = Task {
      let answer = await self.look()
      // Before others see that it has ended: the next one looks anew.
      current = nil
      return answer
    }
    current = look
    return look
  }
}
