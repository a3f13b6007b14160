import Synchronization

/// What a process has printed, line by line, for those who wait for it.
final class ProcessOutput: Sendable {
  struct Content {
    var pid: Int32?
    var text = ""
  }

  private struct State {
    var content = Content()
    var hasEnded = false
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var text: String { state.withLock { $0.content.text } }

  func start(_ pid: Int32) { change { $0.content.pid = pid } }
  func append(_ line: String) { change { $0.content.text += line + "\n" } }
  func finish() { change { $0.hasEnded = true } }

  /// The first value that is found in what was printed; nil when the process or the waiting task ends before.
  func first<Value>(_ find: (Content) -> Value?) async -> Value? {
    while true {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let (value, hasEnded) = state.withLock { state in
        if !state.hasEnded { state.waiting.append(continuation) }
        return (find(state.content), state.hasEnded)
      }
      if let value { return value }
      guard !hasEnded, !Task.isCancelled else { return nil }
      for await _ in stream {}
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }
}
