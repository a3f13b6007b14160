import Statoscope

/// Rows about effects.
@MainActor func effectRows() -> [Row] {
  let host = RoundTrips()
  return [
    Row(
      "an effect's round trip on its actor",
      of: "a Task that comes back",
      budget: 4,
      allocations: 7.01,
      count: 10_000
    ) {
      count in
      await host.tasks(count)
    } subject: { count in
      await host.effects(count)
    }
  ]
}

/// An actor with a scope, whose effects end where they began.
private actor RoundTrips {
  private let scope = Chain()
  private var left = 0
  private var continuation: UnsafeContinuation<Void, Never>?

  /// One task after another, each started by the one before.
  func tasks(_ count: Int) async {
    left = count
    await withUnsafeContinuation { continuation in
      self.continuation = continuation
      startTask()
    }
  }

  private func startTask() {
    Task { comeBack() }
  }

  private func comeBack() {
    left -= 1
    if left == 0 { continuation?.resume() } else { startTask() }
  }

  /// One effect after another, each started by the end of the one before.
  func effects(_ count: Int) async {
    await withUnsafeContinuation { continuation in
      _ = scope.send(.begin(count, continuation))
    }
  }
}

private struct Nothing: Effect {
  func runEffect() async throws {}
}

private final class Chain: Scope {
  enum When {
    case begin(Int, UnsafeContinuation<Void, Never>)
    case ended
  }

  private var left = 0
  private var continuation: UnsafeContinuation<Void, Never>?

  func update(_ when: When) throws {
    if case .begin(let count, let continuation) = when {
      left = count
      self.continuation = continuation
    } else {
      left -= 1
    }
    guard left > 0 else { return continuation?.resume() ?? () }
    effectsState.enqueue(Nothing().map { .ended })
  }
}
