import Statoscope

/// A scope that loads through a gate and writes down every event it receives, for the tests of effects.
public final class Loader: Scope {
  /// What can happen to it.
  public enum When: Sendable {
    /// Starts one effect that waits at a gate.
    case load(Gate<String>)
    /// Starts an effect whose error no map handles.
    case loadUnmapped(Gate<String>)
    /// An effect ended.
    case loaded(Result<String, any Error>)
    /// Cancels everything.
    case cancelAll
    /// Does nothing.
    case nothing
  }

  /// Everything received from effects, in order.
  public private(set) var received: [String] = []

  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  public override init() {}

  /// Handles an event.
  public func update(_ when: When) throws {
    switch when {
    case .load(let gate):
      effectsState.enqueue(PassGate(gate).mapToResult().map(When.loaded))
    case .loadUnmapped(let gate):
      effectsState.enqueue(PassGate(gate).map { .loaded(.success($0)) })
    case .loaded(.success(let text)):
      note(text)
    case .loaded(.failure(let error)):
      note("failed: \(error)")
    case .cancelAll:
      effectsState.cancelAllEffects()
    case .nothing:
      break
    }
  }

  private func note(_ line: String) {
    received.append(line)
    for watcher in watchers where watcher.count <= received.count { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= received.count }
  }

  /// Waits until so many results have come.
  public func receives(_ count: Int, isolation: isolated (any Actor)? = #isolation) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
