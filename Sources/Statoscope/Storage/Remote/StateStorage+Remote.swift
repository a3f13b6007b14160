import Foundation

extension StateStorage {
  /// Creates a storage with a back end across a network, such as a database server.
  ///
  /// Nothing waits for the network. A property shows the last known value with the pending operations applied: an
  /// assignment is an operation, and so is the closure of ``StoredChanges/update(_:)``. They are visible at once, and sent in
  /// the background, all that wait in one commit. When another writer came first, the newest values are fetched, and
  /// the operations are applied to them again: no update is lost, and none is made twice.
  ///
  /// Load the keys of a tree with ``load(_:)`` before it is made. A key that was not loaded shows its default and is
  /// fetched, and an error is logged. Until it is there, an assignment is refused: it may come from the default, and
  /// would replace the store's value. An update is not refused.
  ///
  /// While the store is away, the app goes on, and ``connection`` says so. The pending assignments of one key are one;
  /// at most 10,000 updates wait, and further ones are refused with an error that says since when the oldest does.
  /// Attempts are repeated with growing pauses of at most five seconds. A storage that is released with pending
  /// operations lives until they are made; a process that exits normally waits for them for ten seconds at most, and
  /// logs those that it could not send.
  ///
  /// - Parameters:
  ///   - backend: the back end; several calls may be in progress at a time.
  ///   - migrations: the steps that bring older values into the shape that this version of the app expects. They run before
  ///     values are read. A machine with an older version of the app then neither reads nor writes.
  public static func remote(
    _ backend: some RemoteStorageBackend,
    migrations: [StorageMigration] = []
  ) -> StateStorage {
    remote(backend, migrations: migrations, clock: ContinuousClock())
  }

  /// Creates a storage with a remote back end, with a clock for the pauses between attempts.
  ///
  /// - Parameter logsFailures: whether failed attempts are logged, which checks make on purpose.
  package static func remote(
    _ backend: some RemoteStorageBackend,
    migrations: [StorageMigration] = [],
    clock: any Clock<Duration>,
    longestExit: Duration = .seconds(10),
    logsFailures: Bool = true
  ) -> StateStorage {
    StateStorage(
      RemoteConnection(
        backend,
        migrations: StorageMigrations(migrations),
        clock: clock,
        longestExit: longestExit,
        logsFailures: logsFailures
      )
    )
  }

  /// Asks the store for the values of some keys, known or not, and returns when they are known.
  ///
  /// With a remote back end, call it before you make a tree that uses the keys. Other storages read values when they are
  /// needed. A value with operations that were sent and not answered is read when they are answered.
  ///
  /// - Throws: ``StorageError`` when they cannot be read, and `CancellationError`.
  public func load(_ keys: Set<String>) async throws {
    guard let remote else {
      let error = await inBackground { self.refresh(keys) }
      if let error { throw error }
      return
    }
    memory.withLock { $0.exchange.want(keys) }
    if let error = await remote.wait(for: .loaded(keys), in: self) { throw error }
    try Task.checkCancellation()
  }

  /// Returns the result of a closure that is run where it may block its thread.
  func inBackground<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      BackgroundWrites.run { continuation.resume(returning: body()) }
    }
  }

  // MARK: Operations

  /// Has some keys read soon.
  ///
  /// - Returns: the reason why values are missing.
  func fetch(_ keys: Set<String>) -> StorageError? {
    let (unknown, error) = memory.withLock { memory in
      let unknown = keys.filter { !memory.hasLoaded($0) }
      memory.exchange.need(unknown)
      return (unknown, memory.readError(of: keys))
    }
    guard let remote, !unknown.isEmpty else { return error }
    remote.ask(self)
    return remote.notLoaded(unknown)
  }

  /// Adds operations, which are visible at once, and has them sent.
  ///
  /// - Parameter repetition: the changes as an update; nil if they are assignments.
  /// - Returns: false when an expected value has changed.
  func enqueue(
    _ edit: StorageChanges,
    repeating repetition: StorageOperations.Update?,
    from origin: StorageOrigin?
  ) throws(StorageError) -> Bool {
    guard let remote else { return false }
    if edit.isUpdate, repetition == nil {
      throw .needsTransaction(keys: edit.expected.keys.sorted(), place: place)
    }
    // Under one lock: a key that was known could be removed from memory in between.
    let addition: Addition = memory.withLock { memory in
      if repetition == nil {
        let unknown = edit.keys.filter { !memory.hasLoaded($0) }
        guard unknown.isEmpty else { return .notLoaded(unknown) }
      } else if memory.operations.updateCount >= StorageOperations.mostUpdates {
        return .isFull(since: memory.operations.oldest?.since ?? .now)
      }
      return memory.enqueue(edit, repetition).map(Addition.isMade) ?? .isOvertaken
    }
    let notification: StorageNotification
    switch addition {
    case .isMade(let made): notification = made
    case .isOvertaken: return false
    case .notLoaded(let keys): throw remote.notLoaded(keys)
    case .isFull(let since):
      let key = edit.changes.keys.first ?? ""
      throw .tooManyUpdates(key: key, place: place, limit: StorageOperations.mostUpdates, since: since)
    }
    notification.send(from: origin)
    reportConnection()
    remote.ask(self)
    return true
  }

  /// The end of an attempt to add operations.
  private enum Addition {
    case isMade(StorageNotification)
    case isOvertaken
    case notLoaded(Set<String>)
    case isFull(since: Date)
  }

  /// Has the keys that others may have changed read again.
  func storeDidChange(_ keys: Set<String>?) {
    memory.withLock { memory in
      let concerned = memory.exchange.fetched.union(memory.values.keys)
      memory.exchange.want(keys.map(concerned.intersection) ?? concerned)
    }
    remote?.ask(self, isUrgent: true)
  }

  /// Returns the names of those conditions that are met.
  func met<Name>(_ conditions: [Name: RemoteConnection.Condition]) -> [Name] {
    guard !conditions.isEmpty else { return [] }
    return memory.withLock { memory in
      let oldest = memory.operations.oldest?.number ?? .max
      let met = conditions.filter { condition in
        switch condition.value {
        case .loaded(let keys): keys.allSatisfy { memory.hasLoaded($0) && !memory.exchange.isAwaiting($0) }
        case .sent(let number), .sentAtLast(let number): oldest > number
        }
      }
      return Array(met.keys)
    }
  }

  /// Records a failure, logs one that differs from the last, and returns the time until the next attempt.
  func recordFailure(of call: RemoteExchange.Call, _ error: StorageError) -> Duration {
    let (isNew, pause) = memory.withLock { memory in
      let isNew = memory.exchange.fail(call, error)
      return (isNew, memory.exchange.failures.pause())
    }
    if isNew, remote?.logsFailures == true { StatoscopeLogger.log(.errors) { "\(error)" } }
    reportConnection()
    return pause
  }
}
