import Foundation

/// Writes the deferred changes of all storages when the process exits.
///
/// Besides the notifier and the background writes, it is the only part of the storage that is shared by the
/// process: C's `atexit` offers nothing else.
final class StorageExit: Sendable {
  static let shared = StorageExit()

  /// The time limit, longer than any write takes to succeed or to fail.
  private static let longestWait = DispatchTimeInterval.seconds(60)

  private struct Entry: Sendable {
    weak var storage: StateStorage?
    /// The group that is left when the storage has been released, with all of its changes written.
    let release = DispatchGroup()
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isRegistered = false
  }

  private let state = Locked(State())

  /// Adds a storage that may have something to write when the process exits.
  func add(_ storage: StateStorage) {
    let entry = Entry(storage: storage)
    entry.release.enter()
    let isFirst = state.withLock { state in
      defer { state.isRegistered = true }
      state.entries[ObjectIdentifier(storage)] = entry
      return !state.isRegistered
    }
    if isFirst { atexit { StorageExit.shared.flush() } }
  }

  /// Removes a storage that is being released, and has written all that it had to.
  func remove(_ storage: StateStorage) {
    let key = ObjectIdentifier(storage)
    state.withLock { $0.entries.removeValue(forKey: key) }?.release.leave()
  }

  private func flush() {
    let entries = state.withLock { Array($0.entries.values) }
    var releases: [DispatchGroup] = []
    for entry in entries {
      guard let storage = entry.storage else {
        // Another thread is releasing it, and writes.
        releases.append(entry.release)
        continue
      }
      do throws(StorageError) { try storage.writeUnsaved() } catch {
        StatoscopeLogger.log(.errors) { "\(error)" }
      }
    }
    for release in releases where release.wait(timeout: .now() + StorageExit.longestWait) == .timedOut {
      StatoscopeLogger.log(.errors) {
        "the process ended before a storage that was being released had written all"
      }
    }
  }
}
