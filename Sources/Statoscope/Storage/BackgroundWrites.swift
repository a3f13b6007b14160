import Foundation

extension StateStorage {
  /// The time between a change and the write that makes it persistent.
  public enum Durability: Sendable, Equatable {
    /// Changes are written before the call returns.
    case immediate

    /// Changes are written in the background, all changes of some time in one write.
    ///
    /// The change itself is visible immediately. A crash may lose changes that are younger than the duration
    /// and the write itself, and older ones while the disk or another process delays writes; a normal exit
    /// writes them, and after the release of the storage they are written in the background. Before an app is
    /// suspended, the system gives it time to write them. At most eight such writes run at the same time, for all
    /// storages of the process together; others wait for them.
    ///
    /// A change that depends on a value that was read, as in ``StateStorage/update(_:)``, is written
    /// immediately, together with all pending changes: only then is it atomic across processes. If that
    /// fails, nothing is changed, and there is no second attempt. The first use of a key, and reading by
    /// hand, wait for a write in progress.
    case deferred(by: Duration)
  }

  /// Waits until all changes that were made before are persistent.
  ///
  /// It returns immediately when there are no pending changes. The write runs in the background; the caller's
  /// actor is free in the meantime.
  ///
  /// - Throws: ``StorageError`` when they cannot be written. They stay in memory, and are written again with
  ///   the next change, and by the next call. A remote storage is asked once, at once unless many callers do that, and
  ///   goes on by itself.
  public func flush() async throws(StorageError) {
    guard let latest = latestPending else { return }
    guard let remote else {
      return try await inBackground { Result { () throws(StorageError) in try self.writeUnsaved() } }.get()
    }
    if let error = await remote.wait(for: .sent(latest), in: self) { throw error }
    guard met([0: .sent(latest)]).isEmpty else { return }
    throw pendingError("the task that waits was cancelled")
  }

  /// Waits for some time until all changes that were made before are persistent.
  ///
  /// Unlike ``flush()``, it does not hurry a store that does not answer.
  ///
  /// - Parameter limit: the longest wait.
  /// - Throws: ``StorageError/notSent(keys:place:reason:)`` with what waits when the time is over, or the error of a back end
  ///   that answers at once.
  public func flush(within limit: Duration) async throws(StorageError) {
    guard let latest = latestPending else { return }
    let (ends, end) = AsyncStream.makeStream(of: StorageError?.self)
    let waiting = Task {
      guard let remote else {
        do throws(StorageError) {
          try await flush()
          end.yield(nil)
        } catch {
          end.yield(error)
        }
        return
      }
      end.yield(await remote.wait(for: .sentAtLast(latest), in: self, hurries: false))
    }
    let limiting = Task {
      guard (try? await (remote?.clock ?? ContinuousClock()).sleep(for: limit)) != nil else { return }
      let cause = memory.withLock { $0.exchange.failures.error }.map { ": \($0)" } ?? ""
      end.yield(pendingError("\(limit) have passed\(cause)"))
    }
    defer {
      waiting.cancel()
      limiting.cancel()
    }
    for await error in ends {
      guard let error else { return }
      throw error
    }
    throw pendingError("the task that waits was cancelled")
  }

  /// The number of the latest operation; nil while none waits.
  private var latestPending: UInt64? {
    memory.withLock { $0.operations.isEmpty ? nil : $0.operations.latest }
  }

  /// The error that names what waits.
  private func pendingError(_ reason: String) -> StorageError {
    .notSent(keys: pendingKeys, place: place, reason: reason)
  }

  var pendingKeys: [String] { memory.withLock { $0.operations.pending.keys.sorted() } }

  /// Begins to make pending changes persistent while the process exits.
  ///
  /// - Parameter deadline: the latest end.
  /// - Returns: waits for the end, and logs what could not be made persistent.
  fileprivate func finish(until deadline: DispatchTime) -> () -> Void {
    guard let latest = latestPending else { return {} }
    let end = DispatchSemaphore(value: 0)
    var limit = deadline
    if let remote {
      limit = min(limit, .now() + remote.longestExit / .seconds(1))
      Task.detached {
        _ = await remote.wait(for: .sentAtLast(latest), in: self)
        end.signal()
      }
    } else {
      DispatchQueue.global().async {
        self.writeInBackground()
        end.signal()
      }
    }
    return { [self] in
      guard end.wait(timeout: limit) == .timedOut else { return }
      let cause = memory.withLock { $0.exchange.failures.error }.map { "\($0)" } ?? "it has not answered"
      StatoscopeLogger.log(.errors) {
        """
        the process ended before all operations were sent to \(place), which waited \
        \(remote?.longestExit ?? StorageExit.longestWait): those of \(pendingKeys) are lost: \(cause)
        """
      }
    }
  }
}

/// The scheduler of deferred writes.
package struct StorageDelay: Sendable {
  /// Runs a closure after some time, on any thread.
  package let run: @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void

  package init(_ run: @escaping @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void)
  {
    self.run = run
  }

  /// Runs them with ``BackgroundWrites``.
  package static let dispatch = StorageDelay { time, body in
    let write = SuspensionDelay.ofApp.holding(body)
    // In seconds, which the sum clamps.
    DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1)) { BackgroundWrites.run(write) }
  }
}

/// The writes of all storages for which no caller waits: deferred ones, and those of `flush()`.
///
/// Each blocks its thread until the values are on the disk, or until another process unlocks the file. Only a
/// few therefore run at the same time, however many storages there are, and the threads of the system's pool
/// stay free for others.
package enum BackgroundWrites {
  /// The limit, high enough for the disk to combine writes, and for a locked file not to delay others.
  package static let mostAtOnce = 8

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "statoscope.storage.writes"
    queue.maxConcurrentOperationCount = mostAtOnce
    return queue
  }()

  /// Runs a write as soon as fewer than ``mostAtOnce`` are running.
  package static func run(_ write: @escaping @Sendable () -> Void) {
    queue.addOperation(write)
  }
}

/// Writes the deferred changes of all storages when the process exits.
///
/// Besides the notifier and the background writes, it is the only part of the storage that is shared by the
/// process: C's `atexit` offers nothing else.
final class StorageExit: Sendable {
  static let shared: StorageExit = {
    atexit { StorageExit.shared.flush() }
    return StorageExit()
  }()

  /// The time limit, longer than any write takes to succeed or to fail.
  static let longestWait = Duration.seconds(60)

  /// A storage that may have something to write when the process exits, and after its release the one that writes it.
  final class Entry: Sendable {
    private struct Storage: Sendable {
      weak var storage: StateStorage?
    }

    private let current = Locked(Storage())
    /// The group that is left when all changes of a released storage were written.
    fileprivate let release = DispatchGroup()

    fileprivate var storage: StateStorage? { current.withLock { $0.storage } }

    init() { release.enter() }

    func follow(_ storage: StateStorage) {
      current.withLock { $0.storage = storage }
      StorageExit.shared.entries.withLock { $0[ObjectIdentifier(self)] = self }
    }

    /// Ends the process's wait: the storage is being released, and nothing is left to be written.
    func end() {
      _ = StorageExit.shared.entries.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
      release.leave()
    }
  }

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  private func flush() {
    let entries = entries.withLock { Array($0.values) }
    let deadline = DispatchTime.now() + StorageExit.longestWait / .seconds(1)
    // All at once: a store that does not answer delays no other.
    let ends = entries.compactMap { $0.storage?.finish(until: deadline) }
    for end in ends { end() }
    // Other threads are releasing the others, and write.
    for entry in entries where entry.storage == nil {
      guard entry.release.wait(timeout: deadline) == .timedOut else { continue }
      StatoscopeLogger.log(.errors) {
        "the process ended before a storage that was being released had written all of its changes"
      }
    }
  }
}
