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
/// One thread at a time reads or writes the place. Reading a property that was read before never waits; the
/// first use of a key, reading by hand, and each write wait for the write in progress: some milliseconds for
/// a file, and longer while another process has it locked, as described for ``file(_:durability:)``.
///
/// Keys of scopes and subscriptions are in memory. Others are removed from memory when there are many of
/// them, or when something has changed, and looked up again.
public final class StateStorage: Sendable, Injectable {
  let backend: any StorageBackend
  let durability: Durability

  /// The known contents of the back end, and the observers.
  let memory = Locked(StorageMemory())

  /// Ensures that one thread at a time uses the back end and stores its answers.
  ///
  /// Recursive, because a back end may run code of its users that uses this storage, as the user's defaults
  /// do on Apple platforms. The back end, and the text of an error that it throws, are the only code of
  /// others that runs under a lock.
  private let turn = NSRecursiveLock()
  private let delay: StorageDelay

  /// Creates a storage of a back end.
  ///
  /// - Parameter delay: the scheduler of deferred writes.
  init(_ backend: any StorageBackend, durability: Durability = .immediate, delay: StorageDelay = .dispatch) {
    self.backend = backend
    self.durability = durability
    self.delay = delay
    // Not in the back end's call: it may hold the lock, or locks of its own.
    let refreshing = CoalescedCall { [weak self] in
      // Keys without observers are looked up on their next use; their values are released outside the lock.
      guard let self else { return }
      _ = memory.withLock { $0.discardUnobserved() }
      refresh(memory.withLock { Set($0.values.keys) })
    }
    // Under the lock: a change may be reported before this storage is ready for it.
    turn.withLock { backend.observe(refreshing.request) }
    if durability != .immediate { StorageExit.shared.add(self) }
  }

  deinit {
    guard durability != .immediate else { return }
    writeInBackground()
    StorageExit.shared.remove(self)
  }

  /// A new storage in memory: a default with which tests and previews leave no traces.
  ///
  /// A tree without an injected storage has one of its own in memory, and an error in the log.
  public static var defaultValue: StateStorage { .inMemory() }

  /// True: the default persists nothing.
  public static var isDefaultForTests: Bool { true }

  /// Creates a storage whose values are released with it, for tests and previews.
  public static func inMemory() -> StateStorage {
    StateStorage(MemoryBackend())
  }

  /// Creates a storage in one JSON file.
  ///
  /// The file is replaced as a whole, so a crash leaves the old values or the new ones. Several processes may
  /// use it at once: their writes are serialized, lose no key, and are announced to each other. A file that
  /// cannot be parsed is copied under another name before it is replaced.
  ///
  /// A write waits at most five seconds for one other process, and then throws
  /// ``StorageError/locked(keys:place:lock:)``. Where many processes write, it waits as long as they make
  /// progress: at most thirty seconds in total.
  ///
  /// Complexity: each write to the disk costs O(size of the file).
  ///
  /// - Parameters:
  ///   - url: a file in an existing folder; the file itself need not exist.
  ///   - durability: the time at which a change is written to the disk.
  public static func file(_ url: URL, durability: Durability = .immediate) -> StateStorage {
    StateStorage(FileBackend(url: url), durability: durability)
  }

  /// Creates a storage in one JSON file with a scheduler of deferred writes for tests, and another time limit
  /// for locks.
  package static func file(
    _ url: URL,
    durability: Durability = .immediate,
    delay: StorageDelay = .dispatch,
    longestWait: Duration = FileBackend.longestWait
  ) -> StateStorage {
    StateStorage(FileBackend(url: url, longestWait: longestWait), durability: durability, delay: delay)
  }

  /// Creates a storage in a place of your own, such as a database.
  ///
  /// - Parameter backend: the place; one thread at a time uses it.
  public static func custom(_ backend: some StorageBackend) -> StateStorage {
    StateStorage(backend)
  }

  // MARK: Access to the back end

  /// Looks up the current values of some keys, and announces those that have changed.
  ///
  /// - Returns: the reason why values may be missing although they are stored.
  @discardableResult
  func refresh(_ keys: Set<String>) -> StorageError? {
    let notice = turn.withLock { look(at: keys) }
    notice.deliver()
    return memory.withLock { $0.trouble }
  }

  /// Makes changes, and announces them.
  ///
  /// - Parameter origin: the tree whose property was set, if any.
  /// - Returns: false when an expected value has changed; nothing is changed in that case.
  func commit(_ edit: StorageCommit, from origin: StorageOrigin? = nil) throws(StorageError) -> Bool {
    if case .deferred(let time) = durability, !edit.isUpdate {
      return deferred(edit, by: time, from: origin)
    }
    let (notice, result) = turn.withLock { commitInTurn(edit) }
    notice.deliver(from: origin)
    return try result.get()
  }

  /// Writes the changes that are in memory only.
  func writeUnsaved() throws(StorageError) {
    let (notice, result) = turn.withLock {
      memory.withLock { $0.isWriteScheduled = false }
      return commitInTurn(StorageCommit())
    }
    notice.deliver()
    _ = try result.get()
  }

  /// Writes the changes that are in memory only; an error is logged.
  func writeInBackground() {
    do throws(StorageError) { try writeUnsaved() } catch { StatoscopeLogger.log(.errors) { "\(error)" } }
  }

  private func look(at keys: Set<String>) -> StorageNotice {
    let found = Result<StoredValues, StorageError> { () throws(StorageError) in
      do { return try backend.values(of: keys) } catch let error as StorageError { throw error } catch {
        throw .unreadable(key: nil, place: backend.place, reason: "\(error)")
      }
    }
    // Copies: a value of a back end may have a deallocator of its own, and is released outside the locks.
    let copies = found.map { $0.mapValues { Data([UInt8]($0)) } }
    var notice = memory.withLock { $0.adopt(copies, of: keys) }
    notice.released.append(found)
    return notice
  }

  private func commitInTurn(_ edit: StorageCommit) -> (StorageNotice, Result<Bool, StorageError>) {
    guard let all = memory.withLock({ $0.completed(edit) }) else { return (StorageNotice(), .success(false)) }
    guard !all.changes.isEmpty else { return (StorageNotice(), .success(true)) }
    do throws(StorageError) {
      var copiedTo: String?
      guard try store(all, copiedTo: &copiedTo) else { return (look(at: all.keys), .success(false)) }
      let loss = copiedTo.map { self.loss(all, copiedTo: $0) }
      var notice = memory.withLock { $0.adopt(saved: all) }
      notice.loss = loss
      return (notice, .success(true))
    } catch {
      // Results that an update derived from old values must not replace those that others write before the
      // next attempt.
      let notice = edit.isUpdate ? look(at: all.keys) : memory.withLock { $0.keep(unsaved: edit) }
      return (notice, .failure(error))
    }
  }

  /// Stores changes in the back end.
  ///
  /// - Parameter copiedTo: the name under which unusable former values are preserved: a copy of the whole file,
  ///   or keys of their own.
  /// - Returns: false when an expected value has changed.
  private func store(_ edit: StorageCommit, copiedTo: inout String?) throws(StorageError) -> Bool {
    do {
      if let file = backend as? FileBackend { return try file.commit(edit, copiedTo: &copiedTo) }
      var changes = edit.changes
      for (key, misfit) in edit.misfits { changes[misfit.copyKey(of: key)] = .some(misfit.raw) }
      guard try backend.commit(changes, expecting: edit.expected) else { return false }
      let copies = edit.misfits.map { $1.copyKey(of: $0) }.sorted()
      copiedTo = copies.isEmpty ? nil : copies.joined(separator: ", ")
      return true
    } catch let error as StorageError {
      throw error
    } catch {
      throw .notSaved(keys: edit.changes.keys.sorted(), place: backend.place, reason: "\(error)")
    }
  }

  /// Returns the error to log for a commit that preserved an unusable value.
  private func loss(_ edit: StorageCommit, copiedTo: String) -> StorageError {
    if let trouble = memory.withLock({ $0.trouble }) { return trouble }
    return .damaged(
      key: nil,
      place: backend.place,
      copiedTo: copiedTo,
      reason: "what was stored for \(edit.misfits.keys.sorted()) is of another type than what replaced it"
    )
  }

  private func deferred(_ edit: StorageCommit, by time: Duration, from origin: StorageOrigin?) -> Bool {
    let (notice, isFirst) = memory.withLock { memory -> (StorageNotice?, Bool) in
      guard memory.matches(edit) else { return (nil, false) }
      defer { memory.isWriteScheduled = true }
      return (memory.keep(unsaved: edit), !memory.isWriteScheduled)
    }
    guard let notice else { return false }
    if isFirst { delay.run(time) { [weak self] in self?.writeInBackground() } }
    notice.deliver(from: origin)
    return true
  }
}
