/// The transactions of one remote storage: those that wait while others are made are made together, with one commit.
///
/// On their own, each of them would overtake all others, which would then run again.
final class TransactionQueue: Sendable {
  private struct State: Sendable {
    var waiting: [QueuedTransaction] = []
    var isRunning = false
    /// Those that are made with the next commit, and the task that makes them.
    var batch: [QueuedTransaction] = []
    var task: Task<Void, Never>?
  }

  /// The limit of transactions with one commit: more would only make it large.
  private static let mostAtOnce = 128

  private let state = Locked(State())

  /// Makes the changes of a closure, together with others.
  ///
  /// - Throws: the error of the closure, ``StorageError``, and `CancellationError` when nothing was changed.
  func make<Result: Sendable>(
    in storage: StateStorage,
    _ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Result
  ) async throws -> Result {
    let result = Locked<Result?>(nil)
    let transaction = QueuedTransaction { edit in
      let found = try body(&edit)
      result.update { $0 = found }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transaction.begin(continuation)
        add(transaction, in: storage)
        // The handler may have run before there was anything to end.
        if Task.isCancelled { cancel(transaction, in: storage) }
      }
    } onCancel: {
      cancel(transaction, in: storage)
    }
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a transaction ends with its result")
    }
    return result
  }

  private func add(_ transaction: QueuedTransaction, in storage: StateStorage) {
    let isIdle = state.withLock { state in
      state.waiting.append(transaction)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // Detached: the task-local values of one caller are not for the transactions of others.
    if isIdle { Task.detached { await self.run(in: storage) } }
  }

  private func run(in storage: StateStorage) async {
    while let batch = takeBatch() {
      let task = Task { await make(batch, in: storage) }
      state.withLock { $0.task = task }
      if batch.allSatisfy(\.isCancelled) { task.cancel() }
      await task.value
    }
  }

  private func takeBatch() -> [QueuedTransaction]? {
    let (batch, _) = state.withLock { state in
      let former = (state.batch, state.task)
      state.batch = Array(state.waiting.prefix(Self.mostAtOnce))
      state.waiting.removeFirst(state.batch.count)
      (state.task, state.isRunning) = (nil, !state.batch.isEmpty)
      return (state.batch, former)
    }
    return batch.isEmpty ? nil : batch
  }

  private func make(_ batch: [QueuedTransaction], in storage: StateStorage) async {
    do {
      try await storage.transact { edit in
        for transaction in batch { transaction.attempt(&edit) }
      } mayBeSent: { commit in
        batch.count { !$0.send(commit) } == 0
      }
      for transaction in batch { transaction.end() }
    } catch {
      for transaction in batch { transaction.end(throwing: error) }
    }
  }

  private func cancel(_ transaction: QueuedTransaction, in storage: StateStorage) {
    transaction.cancel()
    let (isInBatch, task, _) = state.withLock { state in
      let isInBatch = state.batch.contains { $0 === transaction }
      let waiting = state.waiting
      state.waiting.removeAll { $0 === transaction }
      return (isInBatch, state.task, waiting)
    }
    guard isInBatch else { return transaction.end(throwing: CancellationError()) }
    // The last one: the calls in progress are given up, and say what has become of it.
    guard !state.withLock({ $0.batch }).allSatisfy(\.isCancelled) else { task?.cancel(); return }
    transaction.end(throwing: transaction.cancellation(at: storage.place))
  }
}

/// One transaction that waits.
private final class QueuedTransaction: Sendable {
  private struct State: Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    /// The end of the last attempt; nil before it, and for one that was cancelled before it.
    var outcome: Result<Void, any Error>?
    /// The keys of the commit that it is a part of.
    var sentKeys: [String]?
    var isCancelled = false
  }

  private let body: @Sendable (_ edit: inout StorageEdit) throws -> Void
  private let state = Locked(State())

  init(_ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Void) {
    self.body = body
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func begin(_ continuation: CheckedContinuation<Void, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  /// Adds its changes to those of others; without any, if it throws or was cancelled.
  func attempt(_ edit: inout StorageEdit) {
    let isCancelled = state.withLock { state in
      state.sentKeys = nil
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
  func send(_ commit: StorageCommit) -> Bool {
    let keys = commit.changes.keys.sorted()
    return state.withLock { state in
      guard case .success = state.outcome else { return true }
      guard !state.isCancelled else { return false }
      state.sentKeys = keys
      return true
    }
  }

  /// The error of one that is cancelled while others go on.
  func cancellation(at place: String) -> any Error {
    let error = CancellationError()
    return state.withLock { $0.sentKeys }
      .map { StorageError.unanswered(keys: $0, place: place, reason: "\(error)") } ?? error
  }

  func end() {
    let (continuation, outcome) = state.withLock { ($0.continuation.take(), $0.outcome) }
    if let outcome { continuation?.resume(with: outcome) }
  }

  func end(throwing error: any Error) {
    state.withLock { $0.continuation.take() }?.resume(throwing: error)
  }
}
