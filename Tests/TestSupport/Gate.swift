import Statoscope

/// A place where an effect waits until the test lets it go on, and where the test waits until it is there.
///
/// Nothing is timed: each side waits for the other.
public actor Gate<Value: Sendable> {
  private var result: Result<Value, any Error>?
  private var waiters: [CheckedContinuation<Value, any Error>] = []
  private var arrivals = 0
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Makes a closed gate.
  public init() {}

  /// Waits until the gate is opened.
  ///
  /// It does not end when the task is cancelled: that makes results late.
  public func pass() async throws -> Value {
    arrivals += 1
    for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= arrivals }
    if let result { return try result.get() }
    return try await withCheckedThrowingContinuation { waiters.append($0) }
  }

  /// Opens the gate for all who wait and all who come.
  public func open(_ value: Value) {
    settle(.success(value))
  }

  /// Fails all who wait and all who come.
  public func fail(_ error: any Error) {
    settle(.failure(error))
  }

  /// Waits until a number of passers has arrived.
  public func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  private func settle(_ result: Result<Value, any Error>) {
    self.result = result
    for waiter in waiters { waiter.resume(with: result) }
    waiters = []
  }
}

/// An effect that ends when its gate opens.
public struct PassGate<Value: Sendable>: Effect {
  /// Where it waits.
  public let gate: Gate<Value>

  /// Makes an effect for a gate.
  public init(_ gate: Gate<Value>) { self.gate = gate }

  /// Waits.
  public func runEffect() async throws -> Value { try await gate.pass() }
}
