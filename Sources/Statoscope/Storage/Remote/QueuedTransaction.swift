/// One transaction of a remote storage: those that wait at the same time are made together, with one commit.
///
/// On their own, each of them would overtake all others, which would then run again.
final class QueuedTransaction: Sendable {
  private struct State: Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    /// The end of the last attempt; nil before it, and for one that was cancelled before it.
    var outcome: Result<Void, any Error>?
    /// The keys of the commit that it is a part of, and the reason why that is not answered.
    var sentKeys: [String]?
    var failure: String?
    var isCancelled = false
  }

  /// The attempt of the connection that was in progress, or over, when it began: its failure is another's.
  let formerAttempt: UInt64
  private let body: @Sendable (_ edit: inout StorageEdit) throws -> Void
  private let state: Locked<State>

  init(
    after attempt: UInt64,
    _ continuation: CheckedContinuation<Void, any Error>,
    _ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Void
  ) {
    formerAttempt = attempt
    self.body = body
    state = Locked(State(continuation: continuation))
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds its changes to those of others; without any, if it throws or was cancelled.
  func attempt(_ edit: inout StorageEdit) {
    let isCancelled = state.withLock { state in
      (state.sentKeys, state.failure) = (nil, nil)
      return state.isCancelled
    }
    let before = edit
    let outcome = Result {
      guard !isCancelled else { throw CancellationError() }
      try body(&edit)
      try edit.checkKeys()
    }
    if case .failure = outcome { edit.takeBack(to: before) }
    state.update { $0.outcome = outcome }
  }

  /// Records that it is a part of a commit.
  ///
  /// - Returns: false if it is, and was cancelled in the meantime.
  func send(_ changes: SentOperations) -> Bool {
    let keys = changes.keys
    return state.withLock { state in
      guard case .success = state.outcome else { return true }
      guard !state.isCancelled else { return false }
      state.sentKeys = keys
      return true
    }
  }

  /// Records why the commit that it is a part of is not answered.
  func fail(_ reason: String) { state.update { $0.failure = reason } }

  func end() {
    let (continuation, outcome) = state.withLock { ($0.continuation.take(), $0.outcome) }
    if let outcome { continuation?.resume(with: outcome) }
  }

  func end(throwing error: any Error) {
    state.withLock { $0.continuation.take() }?.resume(throwing: error)
  }

  /// Ends it for a caller that was cancelled; what it was sent with may be made nevertheless.
  func cancel(at place: String) {
    let (sentKeys, failure) = state.withLock { state in
      state.isCancelled = true
      return (state.sentKeys, state.failure)
    }
    let error = CancellationError()
    guard let sentKeys else { return end(throwing: error) }
    end(throwing: StorageError.unanswered(keys: sentKeys, place: place, reason: failure ?? "\(error)"))
  }
}

extension RemoteConnection {
  /// Makes the changes of a closure, together with others.
  ///
  /// - Throws: the error of the closure, ``StorageError``, and `CancellationError` when nothing was changed.
  func transaction<Result: Sendable>(
    in storage: StateStorage,
    _ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Result
  ) async throws -> Result {
    let (result, queued) = (Locked<Result?>(nil), Locked<QueuedTransaction?>(nil))
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let transaction = QueuedTransaction(after: attempt, continuation) { edit in
          let found = try body(&edit)
          result.update { $0 = found }
        }
        queued.exchange(transaction)
        storage.memory.withLock { $0.add(transaction) }
        // The handler may have run before there was anything to end.
        if Task.isCancelled { cancel(transaction, in: storage) }
        ask(storage, isUrgent: true)
      }
    } onCancel: {
      if let transaction = queued.withLock({ $0 }) { cancel(transaction, in: storage) }
    }
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a transaction ends with its result")
    }
    return result
  }

  private func cancel(_ transaction: QueuedTransaction, in storage: StateStorage) {
    storage.memory.withLock { $0.exchange.remove(transaction) }
    transaction.cancel(at: backend.place)
    giveUpCancelled()
  }

  /// Makes transactions with one commit.
  func transact(_ batch: [QueuedTransaction], _ storage: StateStorage) async {
    await run(for: batch) {
      do {
        let isMade: Void? = try await storage.transact { edit in
          for transaction in batch { transaction.attempt(&edit) }
        } mayBeSent: { changes in
          batch.count { !$0.send(changes) } == 0
        } whenUnanswered: { error in
          for transaction in batch { transaction.fail("\(error)") }
        }
        guard isMade != nil else { return storage.memory.withLock { $0.exchange.putBack(batch) } }
        for transaction in batch { transaction.end() }
      } catch {
        for transaction in batch { transaction.end(throwing: error) }
      }
    }
  }
}
