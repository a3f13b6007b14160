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
    /// writes them, and so does the release of the storage. At most eight such writes run at the same time,
    /// for all storages of the process together; others wait for them.
    ///
    /// A change that depends on a value that was read, as in ``StateStorage/update(_:)``, is written
    /// immediately, together with all pending changes: only then is it atomic across processes. If that
    /// fails, nothing is changed, and there is no second attempt. The first use of a key, and reading by
    /// hand, wait for a write in progress.
    case deferred(by: Duration)
  }

  /// Waits until all changes are persistent.
  ///
  /// It returns immediately when there are no pending changes. The write runs in the background; the caller's
  /// actor is free in the meantime.
  ///
  /// - Throws: ``StorageError`` when they cannot be written. They stay in memory, and are written again with
  ///   the next change, and by the next call.
  public func flush() async throws(StorageError) {
    guard memory.withLock({ !$0.unsaved.changes.isEmpty }) else { return }
    let end = await withCheckedContinuation { continuation in
      BackgroundWrites.run {
        continuation.resume(returning: Result { () throws(StorageError) in try self.writeUnsaved() })
      }
    }
    try end.get()
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
    // In seconds, which the sum clamps.
    DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1)) { BackgroundWrites.run(body) }
  }
}
