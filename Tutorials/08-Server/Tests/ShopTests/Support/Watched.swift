import Synchronization

/// A value that changes, for those who wait until it is as they expect.
final class Watched<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  func change(_ change: (inout Value) -> Void) {
    let waiting = state.withLock { state in
      change(&state.value)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// The first result that is found in the value, now or later; nil when the task is cancelled before.
  func first<Result>(_ find: (Value) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let value = state.withLock { state in
        state.waiting.append(continuation)
        return state.value
      }
      if let found = find(value) { return found }
      for await _ in stream {}
    }
    return nil
  }
}
