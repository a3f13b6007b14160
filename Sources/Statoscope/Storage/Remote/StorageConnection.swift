import Foundation

/// The state of a storage's connection to its store.
public enum StorageConnection: Sendable, Equatable {
  /// The store has answered, or was not asked yet.
  case connected

  /// The store does not answer; what is pending is sent again by itself.
  ///
  /// - Parameters:
  ///   - since: the time of the first failure.
  ///   - error: the last failure.
  ///   - pending: the number of operations that wait.
  case waiting(since: Date, error: StorageError, pending: Int)
}

extension StateStorage {
  /// The states of the connection over time: the current one first, then the newest one after each change.
  ///
  /// ```swift
  /// for await connection in storage.connection {
  ///   isOffline = connection != .connected
  /// }
  /// ```
  /// It ends when the storage is released. A storage whose back end answers at once is waiting while a write has failed
  /// that is made again with the next one.
  public var connection: StorageConnectionStates { StorageConnectionStates(storage: self) }

  fileprivate var currentConnection: StorageConnection {
    memory.withLock { memory in
      let failures = memory.exchange.failures
      guard let since = failures.since, let error = failures.error else { return .connected }
      return .waiting(since: since, error: error, pending: memory.operations.count)
    }
  }

  /// Has those who follow the connection look at it.
  func reportConnection() {
    for signal in connectionSignals.withLock({ Array($0.values) }) { signal.yield() }
  }

  fileprivate func makeConnectionSignals() -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = UUID()
    signal.onTermination = { [weak self] _ in
      _ = self?.connectionSignals.withLock { $0.removeValue(forKey: number) }
    }
    connectionSignals.withLock { $0[number] = signal }
    return signals
  }

  /// Ends all sequences of ``connection``.
  func endConnectionSignals() {
    for signal in connectionSignals.exchange([:]).values { signal.finish() }
  }
}

/// The states of one storage's connection over time.
///
/// It does not retain the storage, and reads the state when it is asked for it.
public struct StorageConnectionStates: AsyncSequence, Sendable {
  fileprivate weak let storage: StateStorage?

  /// The state now; ``StorageConnection/connected`` once the storage is released.
  public var current: StorageConnection { storage?.currentConnection ?? .connected }

  /// Creates an iterator that begins with the state of that moment.
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage: storage, signals: storage?.makeConnectionSignals().makeAsyncIterator())
  }

  /// An iteration over the states.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate weak var storage: StateStorage?
    fileprivate var signals: AsyncStream<Void>.Iterator?
    private var last: StorageConnection?

    fileprivate init(storage: StateStorage?, signals: AsyncStream<Void>.Iterator?) {
      (self.storage, self.signals) = (storage, signals)
    }

    /// Returns the first state, then the next one that differs; nil when the storage is released or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StorageConnection? {
      while true {
        guard let current = storage?.currentConnection else { return nil }
        if current != last {
          last = current
          return current
        }
        guard await signals?.next(isolation: actor) != nil else { return nil }
      }
    }
  }
}
