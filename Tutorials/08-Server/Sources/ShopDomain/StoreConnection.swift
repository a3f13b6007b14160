import Statoscope
import Synchronization

/// The connection to a store that may be across a network, for requests, which do not wait for longer than visitors do.
package final class StoreConnection: Sendable {
  private let storage: StateStorage
  private let clock: any Clock<Duration>
  /// The time that a request waits; nil for a store that answers at once.
  private let patience: Duration?
  /// The time on the clock since this was made.
  private let now: @Sendable () -> Duration
  /// The time since when the store does not answer.
  private let silence = Mutex<Duration?>(nil)
  private let following = Mutex<Task<Void, Never>?>(nil)

  /// The pause between two attempts of one request.
  private static let pause = Duration.milliseconds(50)

  init(_ storage: StateStorage, patience: Duration?, clock: any Clock<Duration>) {
    (self.storage, self.patience, self.clock) = (storage, patience, clock)
    now = clock.stopwatch()
    guard patience != nil else { return }
    let task = Task { [weak self, connection = storage.connection] in
      for await state in connection {
        guard let self else { return }
        let now = now()
        silence.withLock { $0 = state == .connected ? nil : $0 ?? now }
      }
    }
    following.withLock { $0 = task }
  }

  deinit {
    following.withLock { $0 }?.cancel()
  }

  /// True while the store does not answer.
  package var isSilent: Bool { silence.withLock { $0 } != nil }

  /// Refuses a change at once while the store does not answer for longer than a visitor waits.
  ///
  /// - Throws: ``ShopError/storeIsAway``: nothing has changed.
  package func check() throws {
    guard let patience, let since = silence.withLock({ $0 }), now() - since >= patience else { return }
    throw ShopError.storeIsAway
  }

  /// Returns when all changes that were made before are in the store.
  ///
  /// - Parameter limit: the time for that, if it is shorter than a request's.
  /// - Throws: ``ShopError/notStoredYet`` when that takes too long: they wait, and are sent again.
  package func stored(within limit: Duration? = nil) async throws {
    guard let patience else { return }
    try await limited(to: min(patience, limit ?? patience), .notStoredYet) { [storage] in
      try await storage.flush()
    }
  }

  /// Reads some keys before a tree uses them; a store that answers at once is read when they are needed.
  ///
  /// - Throws: ``ShopError/storeIsAway`` when that takes too long.
  package func load(_ keys: Set<String>) async throws {
    guard let patience else { return }
    try check()
    try await limited(to: patience, .storeIsAway) { [storage] in try await storage.load(keys) }
  }

  /// Does something until it succeeds, or the time is over.
  private func limited(
    to limit: Duration,
    _ error: ShopError,
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { [clock] group in
      group.addTask {
        while true {
          do {
            try await work()
            return true
          } catch is StorageError {
            try await clock.sleep(for: StoreConnection.pause)
          }
        }
      }
      group.addTask {
        try await clock.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      guard try await group.next() == true else { throw error }
    }
  }
}
