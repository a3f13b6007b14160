/// The requests seen by a ``LoopbackServer``, and the tests that wait for them.
final class LoopbackLog: Sendable {
  enum Event: Hashable, Sendable {
    case arrived(String)
    case left(String)
  }

  private struct State: Sendable {
    var events: [Event] = []
    var waiting: [Event: [CheckedContinuation<Void, Never>]] = [:]
  }

  private let state = Guarded(State())

  var arrivals: [String] {
    state.withLock { $0.events }.compactMap { if case .arrived(let path) = $0 { path } else { nil } }
  }

  func note(_ event: Event) {
    let waiting = state.withLock { state in
      state.events.append(event)
      return state.waiting.removeValue(forKey: event) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait(for event: Event) async {
    await withCheckedContinuation { continuation in
      let isPast = state.withLock { state in
        if state.events.contains(event) { return true }
        state.waiting[event, default: []].append(continuation)
        return false
      }
      if isPast { continuation.resume() }
    }
  }
}
