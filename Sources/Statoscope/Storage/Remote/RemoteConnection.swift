import Foundation

/// The calls of a remote back end by a task that runs while there is something to do, and those who wait for them.
///
/// The task retains the storage: one that is released with pending operations lives until they are made.
final class RemoteConnection: Sendable {
  let backend: any RemoteStorageBackend
  /// The longest time that an exiting process waits for the back end.
  let longestExit: Duration
  /// A Boolean value that indicates whether failed attempts are logged.
  let logsFailures: Bool
  /// The version of the values, which each commit expects; empty without migrations.
  let signature: StoredValues
  private let migrations: StorageMigrations?
  let clock: any Clock<Duration>
  private let state = Locked(State())

  /// The limit of attempts between two pauses that nobody cuts short.
  private static let mostHurries = 4

  private struct State: Sendable {
    var isRunning = false
    /// The number of the attempt that the task makes, or has made last.
    var attempt: UInt64 = 0
    /// Indicates whether there may be something to do that the task has not seen.
    var isAsked = false
    /// Indicates whether the next attempt is to be made without a pause.
    var isHurried = false
    /// The number of pauses that were cut short since the last one that was not.
    var hurries = 0
    var pause: Task<Void, Never>?
    /// The transactions that are being made, and the task that makes them.
    var batch: [QueuedTransaction] = []
    var transacting: Task<Void, Never>?
    var waiters: [UUID: Waiter] = [:]
  }

  /// A caller that waits for the back end.
  private struct Waiter: Sendable {
    let condition: Condition
    /// The attempt that was in progress, or over, when the caller began to wait: its failure is not the caller's.
    let attempt: UInt64
    let continuation: CheckedContinuation<StorageError?, Never>
  }

  enum Condition: Sendable {
    /// The keys are known.
    case loaded(Set<String>)
    /// No operation up to a number waits, or a call has failed.
    case sent(UInt64)
    /// No operation up to a number waits, whatever fails in the meantime.
    case sentAtLast(UInt64)
  }

  init(
    _ backend: some RemoteStorageBackend,
    migrations: StorageMigrations?,
    clock: any Clock<Duration>,
    longestExit: Duration,
    logsFailures: Bool
  ) {
    self.backend = backend
    self.migrations = migrations
    signature = migrations?.signature(in: backend.format) ?? [:]
    self.clock = clock
    self.longestExit = longestExit
    self.logsFailures = logsFailures
  }

  /// The number of the attempt that is made, or was made last.
  var attempt: UInt64 { state.withLock { $0.attempt } }

  /// Runs the calls that some transactions need; they are given up when all of these were cancelled.
  func run(for batch: [QueuedTransaction], _ calls: @escaping @Sendable () async -> Void) async {
    let task = Task { await calls() }
    state.update { ($0.batch, $0.transacting) = (batch, task) }
    giveUpCancelled()
    await task.value
    state.update { ($0.batch, $0.transacting) = ([], nil) }
  }

  /// Gives up the calls of transactions whose callers were all cancelled.
  func giveUpCancelled() {
    let (batch, task) = state.withLock { ($0.batch, $0.transacting) }
    if !batch.isEmpty, batch.allSatisfy(\.isCancelled) { task?.cancel() }
  }

  func notLoaded(_ keys: some Sequence<String>) -> StorageError {
    .notLoaded(keys: keys.sorted(), place: backend.place)
  }

  // MARK: Waiting

  /// Waits until a condition is met, or until a call has failed that was made from now on.
  ///
  /// - Parameter hurries: whether to make an attempt at once, unless many callers have done that.
  func wait(for condition: Condition, in storage: StateStorage, hurries: Bool = true) async -> StorageError? {
    let number = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.waiters[number] = Waiter(
            condition: condition,
            attempt: state.attempt,
            continuation: continuation
          )
        }
        if Task.isCancelled { end([number], with: nil) }
        ask(storage, isUrgent: hurries)
      }
    } onCancel: {
      end([number], with: nil)
    }
  }

  private func end(_ waiters: some Sequence<UUID>, with error: StorageError?) {
    let ended = state.withLock { state in waiters.compactMap { state.waiters.removeValue(forKey: $0) } }
    for waiter in ended { waiter.continuation.resume(returning: error) }
  }

  // MARK: Calls

  /// Makes the calls that are to be made, in a task of its own.
  ///
  /// - Parameter isUrgent: whether to try again at once where the last attempt has failed.
  func ask(_ storage: StateStorage, isUrgent: Bool = false) {
    let (isIdle, pause) = state.withLock { state in
      defer {
        state.isAsked = true
        state.isRunning = true
      }
      // Many callers would otherwise ask a store that is away without any pause.
      let hurries = isUrgent && state.hurries < Self.mostHurries
      if hurries { state.isHurried = true }
      return (!state.isRunning, hurries ? state.pause : nil)
    }
    pause?.cancel()
    // Detached: what the app has set for its own task is not for these calls.
    if isIdle { Task.detached { await self.run(storage) } }
  }

  private func run(_ storage: StateStorage) async {
    while true {
      // The attempt that follows is the one that was urgent.
      state.withLock { state in
        (state.isAsked, state.isHurried) = (false, false)
        state.attempt += 1
      }
      storage.applyOutdatedOperations()
      end(storage.met(state.withLock { $0.waiters.mapValues(\.condition) }), with: nil)
      let (step, released) = storage.memory.withLock { $0.nextStep() }
      _ = released
      switch step {
      case .observe: await observe(storage)
      case .migrate: await migrate(storage)
      case .fetch(let keys): await fetch(keys, storage)
      case .commit(let operations, let commit): await send(operations, as: commit, storage)
      case .transact(let batch): await transact(batch, storage)
      case .rest:
        let isDone = state.withLock { state in
          state.isRunning = state.isAsked
          (state.isHurried, state.hurries) = (false, 0)
          return !state.isRunning
        }
        if isDone { return }
      }
    }
  }

  private func observe(_ storage: StateStorage) async {
    do {
      try await backend.observe { [weak storage] keys in storage?.storeDidChange(keys) }
      storage.memory.withLock { $0.exchange.recordObservation() }
      storage.reportConnection()
    } catch {
      await fail(.observe, .unreadable(key: nil, place: backend.place, reason: "\(error)"), storage)
    }
  }

  private func migrate(_ storage: StateStorage) async {
    do throws(StorageError) {
      try await migrations?.runRemotely(in: storage)
      storage.memory.withLock { $0.exchange.recordMigration() }
      storage.reportConnection()
    } catch {
      await fail(.migrate, error, storage)
    }
  }

  private func fetch(_ keys: Set<String>, _ storage: StateStorage) async {
    do {
      let found = try await backend.values(of: keys).mapValues { Data([UInt8]($0)) }
      storage.memory.withLock { $0.adopt(fetched: .success(found)) }.send()
    } catch let error as StorageError where error.isDamage {
      storage.memory.withLock { $0.adopt(fetched: .failure(error)) }.send()
    } catch {
      await fail(.fetch, .unreadable(key: nil, place: backend.place, reason: "\(error)"), storage)
      return
    }
    storage.reportConnection()
  }

  private func send(_ operations: SentOperations, as commit: StorageCommit, _ storage: StateStorage) async {
    do {
      let isMade = try await backend.commit(commit)
      var (notification, refusals) = storage.memory.withLock { memory in
        memory.exchange.finishCommit(commit, isMade: isMade)
        let notification = memory.adopt(operations, isMade: isMade)
        memory.exchange.want(notification.unread)
        return (notification, memory.exchange.tooManyRefusals)
      }
      if isMade, let loss = storage.loss(of: operations.misfits) { notification.loss = loss }
      notification.send()
      storage.reportConnection()
      if let refusals { await fail(.refusal, refused(operations, refusals), storage) }
    } catch {
      await fail(.commit(commit.id), notSent(operations, error), storage)
    }
  }

  func notSent(_ operations: SentOperations, _ error: any Error) -> StorageError {
    .notSent(keys: operations.keys, place: backend.place, reason: "\(error)")
  }

  /// The error of a commit that another writer came before each time.
  func refused(_ operations: SentOperations, _ times: Int) -> StorageError {
    let reason = "it was refused \(times) times, because its values had changed each time"
    return .notSent(keys: operations.keys, place: backend.place, reason: reason)
  }

  /// Reports a failure to those who wait, and waits until the next attempt.
  func fail(_ call: RemoteExchange.Call, _ error: StorageError, _ storage: StateStorage) async {
    let pause = storage.recordFailure(of: call, error)
    let unanswered = storage.memory.withLock { $0.exchange.unanswered }
    let concerned = state.withLock { state in
      state.waiters.filter { waiter in
        guard waiter.value.attempt < state.attempt else { return false }
        return switch waiter.value.condition {
        case .loaded(let keys): if case .commit = call { !keys.isDisjoint(with: unanswered) } else { true }
        case .sent: true
        case .sentAtLast: false
        }
      }
    }
    end(concerned.keys, with: error)
    if call != .refusal {
      let held = storage.memory.withLock { [attempt] in $0.takeHeldTransactions(before: attempt) }
      for transaction in held { transaction.end(throwing: error) }
    }
    await rest(for: pause)
  }

  /// Waits for some time, or until something is urgent.
  private func rest(for time: Duration) async {
    let pause = Task.detached { [clock] in _ = try? await clock.sleep(for: time) }
    let isHurried = state.withLock { state in
      state.pause = pause
      defer { state.isHurried = false }
      return state.isHurried
    }
    if isHurried { pause.cancel() }
    await pause.value
    state.withLock { state in
      state.pause = nil
      state.hurries = pause.isCancelled ? state.hurries + 1 : 0
    }
  }
}
