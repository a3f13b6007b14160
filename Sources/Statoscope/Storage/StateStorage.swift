import Foundation

/// Where the `@Stored` values of scopes are kept, so that they outlive the process.
///
/// Inject one at the root of a tree, or at a subtree that is to have its own. Any number of scopes, trees and
/// actors may share one; they all see one value a key.
///
/// ```swift
/// let app = App().injectObject(StateStorage.file(url))
/// try storage.write(3, forKey: "count")
/// try storage.read(Int.self, forKey: "count")   // 3
/// ```
///
/// A write returns when the value is where it outlives the process, in a file when that is on the disk. What cannot
/// be kept there stays in memory, with an error, and is tried again with the next write. No lock is held while
/// code of yours runs: coding of values, closures of ``update(_:)`` and of ``subscribe(_:_:)`` may use the storage.
public final class StateStorage: Sendable, Injectable {
  let backend: any StorageBackend

  /// What is known of what is stored.
  let memory = Locked(StorageMemory())

  /// Lets one thread at a time ask the back end, and note what it answered.
  private let turn = NSLock()

  init(_ backend: any StorageBackend) {
    self.backend = backend
    // In turn: it may be told of a change before it knows that it watches.
    turn.withLock { backend.watch { [weak self] in self?.refresh() } }
  }

  /// A new storage in memory: a default that tests and previews cannot leave traces with.
  ///
  /// A tree into which no storage was injected has one of its own in memory, and an error in the log.
  public static var defaultValue: StateStorage { .inMemory() }

  /// A storage that ends with the process, for tests and previews.
  public static func inMemory() -> StateStorage {
    StateStorage(MemoryBackend())
  }

  /// A storage in one JSON file.
  ///
  /// The file is replaced as a whole, so a crash leaves the old values or the new ones. Several processes may use
  /// it at once: they take turns with a lock file beside it, lose no key, and hear of each other's changes. A file
  /// that cannot be understood is kept beside under another name before it is replaced.
  ///
  /// Complexity: each write costs O(size of the file).
  ///
  /// - Parameter url: a file in a folder that exists; the file need not.
  public static func file(_ url: URL) -> StateStorage {
    file(url, longestWait: FileBackend.longestWait)
  }

  /// The same with another limit for how long a write waits for those of other processes.
  package static func file(_ url: URL, longestWait: Duration) -> StateStorage {
    StateStorage(FileBackend(url: url, longestWait: longestWait))
  }

  // MARK: Asking the back end

  /// Makes sure that some keys are known as they are stored now, and tells who is concerned when they changed.
  ///
  /// - Returns: why there may be nothing, though something is stored.
  @discardableResult
  func refresh(_ keys: Set<String> = []) -> StorageError? {
    let change = turn.withLock { () -> StorageChange in
      let keys = memory.withLock { $0.knownKeys.union(keys) }
      let found: Result<StoredContents?, StorageError>
      do throws(StorageError) { found = .success(try backend.contents(of: keys)) } catch {
        found = .failure(error)
      }
      return memory.withLock { $0.adopt(found, keys: keys) }
    }
    announce(change)
    return memory.withLock { $0.trouble }
  }

  /// Makes changes, and tells who is concerned.
  ///
  /// - Parameter origin: the scope whose property was set, if that is what happened.
  /// - Returns: false when what was expected is not so any more; then nothing was changed.
  func commit(_ edit: StorageCommit, from origin: StorageOrigin? = nil) throws(StorageError) -> Bool {
    typealias End = (change: StorageChange, result: Result<Bool, StorageError>, told: StorageError?)
    let end = turn.withLock { () -> End in
      guard let all = memory.withLock({ $0.completed(edit) }) else {
        return (StorageChange(), .success(false), nil)
      }
      do throws(StorageError) {
        switch try backend.commit(all) {
        case .committed(let values, let keptAs):
          let told = lost(all, keptAs: keptAs)
          return (memory.withLock { $0.adopt(saved: values, edit: all) }, .success(true), told)
        case .overtaken(let contents):
          return (memory.withLock { $0.adopt(.success(contents), keys: []) }, .success(false), nil)
        }
      } catch {
        return (memory.withLock { $0.keep(unsaved: all.changes) }, .failure(error), nil)
      }
    }
    if let told = end.told { StatoscopeLogger.log(.errors) { "\(told)" } }
    announce(end.change, from: origin)
    return try end.result.get()
  }

  /// What a commit that kept something beside has to say about it.
  private func lost(_ edit: StorageCommit, keptAs: String?) -> StorageError? {
    guard let keptAs else { return nil }
    if let trouble = memory.withLock({ $0.trouble }) { return trouble }
    return .damaged(
      key: nil,
      place: backend.place,
      keptAs: keptAs,
      reason: "what was stored for \(edit.misfits.keys.sorted()) is of another type than what replaced it"
    )
  }

  // MARK: Telling

  private func announce(_ change: StorageChange, from origin: StorageOrigin? = nil) {
    for key in change.trackers { key.noteChange() }
    for follower in change.followers {
      follower.noteChange(from: origin)
    }
    for subscriber in change.subscribers { subscriber.deliver() }
  }
}
