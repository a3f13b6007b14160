import Foundation

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
  private static let longestWait = DispatchTimeInterval.seconds(60)

  private struct Entry: Sendable {
    weak var storage: StateStorage?
    /// The group that is left when the storage has been released, with all of its changes written.
    let release = DispatchGroup()
  }

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  /// Adds a storage that may have something to write when the process exits.
  func add(_ storage: StateStorage) {
    let entry = Entry(storage: storage)
    entry.release.enter()
    entries.withLock { $0[ObjectIdentifier(storage)] = entry }
  }

  /// Removes a storage that is being released, and has written all that it had to.
  func remove(_ storage: StateStorage) {
    let key = ObjectIdentifier(storage)
    entries.withLock { $0.removeValue(forKey: key) }?.release.leave()
  }

  private func flush() {
    let entries = entries.withLock { Array($0.values) }
    for entry in entries { entry.storage?.writeInBackground() }
    // Other threads are releasing the others, and write.
    for entry in entries where entry.storage == nil {
      guard entry.release.wait(timeout: .now() + StorageExit.longestWait) == .timedOut else { continue }
      StatoscopeLogger.log(.errors) {
        "the process ended before a storage that was being released had written all"
      }
    }
  }
}
