import Foundation

extension StateStorage {
  /// When a change is written to where it outlives the process.
  public enum Durability: Sendable, Equatable {
    /// Before the call that makes it returns.
    case immediate

    /// In the background, with all other changes of some time in one write.
    ///
    /// The change itself is visible at once. A crash may lose changes that are younger than the duration; a normal
    /// exit writes them, and so does the release of the storage. A change that depends on what was read, as in
    /// ``StateStorage/update(_:)``, is written immediately, with all that waits: only then does it hold against
    /// other processes. If that fails, it changes nothing, and is not tried again.
    case deferred(by: Duration)
  }

  /// Waits until all changes are written to where they outlive the process.
  ///
  /// It returns at once when nothing waits to be written. The write itself runs on a thread of its own.
  ///
  /// - Throws: ``StorageError`` when they cannot be written. They stay in memory, and are tried again with the next
  ///   change, and by the next call.
  public func flush() async throws(StorageError) {
    guard memory.withLock({ !$0.unsaved.changes.isEmpty }) else { return }
    let end = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result<Void, StorageError> { () throws(StorageError) in try self.writeUnsaved() }
        )
      }
    }
    try end.get()
  }
}

/// Runs deferred writes when their time has come.
package struct StorageDelay: Sendable {
  /// Runs a closure after some time, on any thread.
  package let run: @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void

  package init(_ run: @escaping @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void)
  {
    self.run = run
  }

  /// Runs them on a thread of the system's pool.
  static let dispatch = StorageDelay { time, body in
    let (seconds, attoseconds) = time.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let nanoseconds = isTooLong || seconds < 0 ? (seconds < 0 ? 0 : Int64.max) : whole
    let (sum, isOver) = nanoseconds.addingReportingOverflow(max(attoseconds, 0) / 1_000_000_000)
    let interval = DispatchTimeInterval.nanoseconds(isOver ? .max : Int(sum))
    DispatchQueue.global().asyncAfter(deadline: .now() + interval, execute: body)
  }
}

/// Writes what storages have deferred when the process exits.
///
/// The one thing of the storage that the whole process shares besides its watcher: C's `atexit` knows nothing else.
final class StorageExit: Sendable {
  static let shared = StorageExit()

  private struct Entry: Sendable {
    weak var storage: StateStorage?
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isRegistered = false
  }

  private let state = Locked(State())

  func add(_ storage: StateStorage) {
    let isFirst = state.withLock { state in
      defer { state.isRegistered = true }
      state.entries[ObjectIdentifier(storage)] = Entry(storage: storage)
      return !state.isRegistered
    }
    if isFirst { atexit { StorageExit.shared.flush() } }
  }

  func remove(_ storage: StateStorage) {
    let key = ObjectIdentifier(storage)
    state.withLock { $0.entries[key] = nil }
  }

  private func flush() {
    let storages = state.withLock { $0.entries.values.compactMap(\.storage) }
    for storage in storages {
      do throws(StorageError) { try storage.writeUnsaved() } catch {
        StatoscopeLogger.log(.errors) { "\(error)" }
      }
    }
  }
}
