import Statoscope
import TestSupport
import Testing

/// An effect that cancels the task it runs in, which no scope asked for.
@MainActor @Suite struct SelfCancellingEffectTests {
  @Test func `an effect that cancels its task ends, and the next in its queue starts`() async throws {
    try await withLoggedLines { lines in
      let scope = Quitter().send(.enqueue([.cancelThenThrow, .end]))
      await scope.receives(1)
      #expect(scope.received == ["end"])
      #expect(scope.effects.isEmpty)
      #expect(lines.entries == [])
    }
  }

  @Test func `the result of an effect that cancels its task is delivered`() async {
    let scope = Quitter().send(.enqueue([.cancelThenEnd, .end]))
    await scope.receives(2)
    #expect(scope.received == ["cancelThenEnd", "end"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `a stream that cancels its task ends`() async {
    let scope = Quitter().send(.enqueueStream)
    await scope.receives(2)
    #expect(scope.received == ["element", "end"])
    #expect(scope.effects.isEmpty)
  }

  @Test func `a CancellationError without a cancellation is an ordinary error`() async throws {
    try await withLoggedLines { lines in
      let scope = Quitter().send(.enqueue([.throwCancellationError, .end]))
      await scope.receives(1)
      #expect(scope.received == ["end"])
      #expect(lines.entries.count == 1)
      #expect(lines.entries.first?.contains("threw CancellationError()") == true)
    }
  }
}

private final class Quitter: Scope {
  enum Work: Sendable {
    case cancelThenThrow
    case cancelThenEnd
    case throwCancellationError
    case end
  }

  enum When {
    case enqueue([Work])
    case enqueueStream
    case received(String)
  }

  private(set) var received: [String] = []
  private var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  func update(_ when: When) throws {
    switch when {
    case .enqueue(let works):
      for work in works {
        effectsState.enqueue(Quit(work: work).map(When.received), id: "queue", policy: .queue)
      }
    case .enqueueStream:
      effectsState.enqueue(QuitWhileStreaming().map(When.received), id: "queue", policy: .queue)
      effectsState.enqueue(Quit(work: .end).map(When.received), id: "queue", policy: .queue)
    case .received(let text):
      received.append(text)
      if let watcher, watcher.count <= received.count {
        self.watcher = nil
        watcher.continuation.resume()
      }
    }
  }

  @MainActor func receives(_ count: Int) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watcher = (count, $0) }
  }
}

private struct Quit: Effect {
  let work: Quitter.Work

  func runEffect() async throws -> String {
    switch work {
    case .cancelThenThrow:
      withUnsafeCurrentTask { $0?.cancel() }
      try Task.checkCancellation()
    case .cancelThenEnd:
      withUnsafeCurrentTask { $0?.cancel() }
    case .throwCancellationError:
      throw CancellationError()
    case .end:
      break
    }
    return "\(work)"
  }
}

private struct QuitWhileStreaming: StreamEffect {
  func stream() -> AsyncStream<String> {
    AsyncStream { continuation in
      continuation.yield("element")
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }
}
