import Foundation

/// A storage that makes the `@Stored` values of scopes persistent.
///
/// Inject one at the root of a tree, or at a subtree with a storage of its own. Any number of scopes, trees
/// and actors may share one; they all see the same value of a key.
///
/// ```swift
/// let app = App().injectObject(StateStorage.file(url))
/// try storage.write(3, forKey: "count")
/// try storage.read(Int.self, forKey: "count")   // 3
/// ```
///
/// A write returns when the value is persistent, in a file when it is on the disk, unless the storage's
/// ``Durability-swift.enum`` defers that. A value that cannot be stored stays in memory, with an error, and
/// is written again with the next write; an update that has read the values it changes fails instead, and
/// changes nothing. No lock is held while code of yours runs: the coding of values and the closures of
/// ``update(_:)`` and of ``subscribe(_:_:)`` may use the storage.
///
/// With a remote back end nothing waits, as described for ``remote(_:migrations:)``.
///
/// One thread at a time uses any other back end. Reading a property that was read before never waits; the
/// first use of a key, reading by hand, and each write wait for the write in progress: some milliseconds for
/// a file, and longer while another process has it locked, as described for ``file(_:durability:migrations:)``.
///
/// Keys of scopes and subscriptions are in memory. Others are removed from memory when there are many of
/// them, or when something has changed, and looked up again.
public final class StateStorage: Sendable {
  /// The back end whose answers come at once; nil where there is a remote one.
  let backend: (any StorageBackend)?
  /// The connection to a back end whose answers come later.
  let remote: RemoteConnection?
  let durability: Durability
  private let migrations: StorageMigrations?

  /// The known contents of the back end, the operations it has not confirmed, and the observers.
  let memory: Locked<StorageMemory>

  /// Ensures that one thread at a time uses the back end and stores its answers.
  ///
  /// Recursive, because a back end may run code of its users that uses this storage, as the user's defaults
  /// do on Apple platforms. The back end, and the text of an error that it throws, are the only code of
  /// others that runs under a lock.
  private let backendLock = NSRecursiveLock()

  /// Wakes those who follow the connection.
  let connectionSignals = Locked<[UUID: AsyncStream<Void>.Continuation]>([:])
  private let delay: StorageDelay

  /// What the process waits for when it exits; nil where nothing is left then.
  private let exit: StorageExit.Entry?

  /// Creates a storage of a back end.
  ///
  /// - Parameter delay: the scheduler of deferred writes.
  init(
    _ backend: any StorageBackend,
    durability: Durability = .immediate,
    migrations: [StorageMigration] = [],
    delay: StorageDelay = .dispatch
  ) {
    self.backend = backend
    remote = nil
    self.migrations = StorageMigrations(migrations)
    memory = Locked(StorageMemory(signature: self.migrations?.signature(in: backend.format) ?? [:]))
    self.durability = durability
    self.delay = delay
    exit = durability == .immediate ? nil : StorageExit.Entry()
    // Not in the back end's call: it may hold the lock, or locks of its own.
    let refreshing = CoalescedCall { [weak self] in
      // Keys without observers are looked up on their next use; their values are released outside the lock.
      guard let self else { return }
      _ = memory.withLock { $0.discardUnobserved() }
      self.migrations?.expectOtherVersion()
      refresh(memory.withLock { Set($0.values.keys) })
    }
    // Under the lock: a change may be reported before this storage is ready for it.
    backendLock.withLock { backend.observe(refreshing.request) }
    exit?.follow(self)
  }

  /// Creates a storage of a back end whose answers come later.
  init(_ remote: RemoteConnection) {
    backend = nil
    self.remote = remote
    memory = Locked(StorageMemory(remote: remote.signature))
    migrations = nil
    durability = .immediate
    delay = .dispatch
    exit = StorageExit.Entry()
    exit?.follow(self)
  }

  /// Creates the storage that writes what a released one has left.
  private init(of released: StateStorage) {
    (backend, remote, memory) = (released.backend, nil, released.memory)
    (migrations, durability, delay) = (released.migrations, .immediate, released.delay)
    exit = released.exit
    exit?.follow(self)
  }

  deinit {
    endConnectionSignals()
    // Nothing is left where the answers come later: what waits retains the storage.
    guard case .deferred = durability, !memory.withLock({ $0.operations.isEmpty }) else {
      exit?.end()
      return
    }
    let last = StateStorage(of: self)
    BackgroundWrites.run(SuspensionDelay.ofApp.holding { last.writeInBackground() })
  }

  /// The name of the store in errors.
  var place: String { backend?.place ?? remote?.backend.place ?? "" }

  var format: StorageFormat { backend?.format ?? remote?.backend.format ?? .json }

  // MARK: Access to the back end

  /// Looks up the current values of some keys, and notifies the observers of those that have changed.
  ///
  /// - Returns: the reason why values may be missing although they are stored.
  @discardableResult
  func refresh(_ keys: Set<String>) -> StorageError? {
    guard let backend else { return fetch(keys) }
    let failure = migrations?.failure(in: self)
    let notification = backendLock.withLock {
      failure.map { error in memory.withLock { $0.adopt(.failure(error), of: keys) } }
        ?? read(keys, from: backend)
    }
    notification.send()
    return memory.withLock { $0.readError(of: keys) }
  }

  /// Makes changes, and notifies their observers.
  ///
  /// - Parameters:
  ///   - repetition: the same changes as a closure that can be called later.
  ///   - origin: the tree whose property was set, if any.
  /// - Returns: false when an expected value has changed; nothing is changed in that case.
  func commit(
    _ edit: StorageChanges,
    repeating repetition: StorageOperations.Update? = nil,
    from origin: StorageOrigin? = nil
  ) throws(StorageError) -> Bool {
    try edit.checkKeys()
    guard let backend else { return try enqueue(edit, repeating: repetition, from: origin) }
    if let failure = migrations?.failure(in: self) { throw failure }
    if case .deferred(let time) = durability, !edit.isUpdate {
      return deferred(edit, by: time, from: origin)
    }
    return try send(edit, to: backend, from: origin)
  }

  /// Writes the changes that are in memory only.
  func writeUnsaved() throws(StorageError) {
    guard let backend else { return }
    memory.withLock { $0.isWriteScheduled = false }
    for _ in 0..<StorageEdit.mostTries {
      if let failure = migrations?.failure(in: self) { throw failure }
      if try send(StorageChanges(), to: backend), memory.withLock({ $0.operations.outdated().isEmpty }) {
        return
      }
    }
    throw .overtaken(keys: pendingKeys, place: place)
  }

  /// Makes an edit, and the changes that are in memory only, with one commit.
  ///
  /// - Returns: false when another writer came first; nothing is changed in that case.
  private func send(_ edit: StorageChanges, to backend: any StorageBackend, from origin: StorageOrigin? = nil)
    throws(StorageError) -> Bool
  {
    applyOutdatedOperations()
    let (notification, result) = backendLock.withLock { commit(edit, to: backend) }
    notification.send(from: origin)
    if notification.concernsConnection { reportConnection() }
    return try result.get()
  }

  /// Writes the changes that are in memory only; an error is logged.
  func writeInBackground() {
    do throws(StorageError) { try writeUnsaved() } catch { StatoscopeLogger.log(.errors) { "\(error)" } }
  }

  private func read(_ keys: Set<String>, from backend: any StorageBackend) -> StorageNotification {
    let found = Result<StoredValues, StorageError> { () throws(StorageError) in
      do { return try backend.values(of: keys) } catch let error as StorageError { throw error } catch {
        throw .unreadable(key: nil, place: backend.place, reason: "\(error)")
      }
    }
    // Copies: a value of a back end may have a deallocator of its own, and is released outside the locks.
    let copies = found.map { $0.mapValues { Data([UInt8]($0)) } }
    var notification = memory.withLock { $0.adopt(copies, of: keys) }
    notification.released.append(found)
    return notification
  }

  private func commit(_ edit: StorageChanges, to backend: any StorageBackend)
    -> (StorageNotification, Result<Bool, StorageError>)
  {
    guard let sent = memory.withLock({ $0.makeCommit(of: edit) }) else {
      return (StorageNotification(), .success(false))
    }
    guard !sent.changes.isEmpty else { return (StorageNotification(), .success(true)) }
    do throws(StorageError) {
      let isMade = try store(sent, isMigration: edit.isMigration, in: backend)
      var notification = memory.withLock { $0.adopt(sent, isMade: isMade) }
      if isMade, let loss = loss(of: sent.misfits) { notification.loss = loss }
      if !notification.unread.isEmpty { notification.add(read(notification.unread, from: backend)) }
      // The other writer may have another version.
      if !isMade { migrations?.expectOtherVersion() }
      return (notification, .success(isMade))
    } catch {
      var notification = memory.withLock { $0.record(edit, of: sent, failure: error) }
      // Results that an update derived from old values must not replace those that others write before the
      // next attempt.
      if edit.isUpdate { notification.add(read(Set(sent.expected.keys), from: backend)) }
      return (notification, .failure(error))
    }
  }

  /// Applies operations to values that have changed, until none is left; runs code of the app.
  func applyOutdatedOperations() {
    while true {
      let outdated = memory.withLock { $0.operations.pending.isEmpty ? [] : $0.operations.outdated() }
      guard !outdated.isEmpty else { return }
      for (key, operations) in outdated {
        let applied = operations.applied(to: key, in: self)
        memory.withLock { $0.record(applied, forKey: key) }.send()
        for failure in applied.failures {
          StatoscopeLogger.log(.errors) {
            "an update of \"\(key)\" was given up, because its closure threw for a newer value: \(failure.error)"
          }
        }
      }
    }
  }

  /// Stores changes in the back end.
  ///
  /// - Returns: false when an expected value has changed.
  private func store(_ operations: SentOperations, isMigration: Bool, in backend: any StorageBackend)
    throws(StorageError) -> Bool
  {
    do {
      let keyed = isMigration ? backend as? KeyedBackend : nil
      return try keyed?.commitInOneStep(operations.changes, expecting: operations.expected)
        ?? backend.commit(operations.changes, expecting: operations.expected)
    } catch let error as StorageError {
      throw error
    } catch {
      throw .notSaved(keys: operations.keys, place: backend.place, reason: "\(error)")
    }
  }

  /// Returns the error to log for a commit that preserved values of other types; nil without any.
  func loss(of misfits: [String: StorageMisfit]) -> StorageError? {
    guard !misfits.isEmpty else { return nil }
    let copies = misfits.map { $1.copyKey(of: $0) }.sorted().joined(separator: ", ")
    let reason = "the values of \(misfits.keys.sorted()) had other types than those that replaced them"
    return .damaged(key: nil, place: place, copiedTo: copies, reason: reason)
  }

  private func deferred(_ edit: StorageChanges, by time: Duration, from origin: StorageOrigin?) -> Bool {
    let (notification, isFirst) = memory.withLock { memory -> (StorageNotification?, Bool) in
      guard let notification = memory.enqueue(edit) else { return (nil, false) }
      defer { memory.isWriteScheduled = true }
      return (notification, !memory.isWriteScheduled)
    }
    guard let notification else { return false }
    if isFirst { delay.run(time) { [weak self] in self?.writeInBackground() } }
    notification.send(from: origin)
    return true
  }
}
