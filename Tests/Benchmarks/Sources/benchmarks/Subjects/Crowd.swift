import Statoscope
import Synchronization

/// A scope with many effects in flight at once, all of which wait at a gate.
final class Crowd: Scope {
  enum When {
    case begin(Int)
    case ended
  }

  private let gate = Gate()
  private var left = 0

  func update(_ when: When) throws {
    switch when {
    case .begin(let count):
      left = count
      for _ in 0..<count { effectsState.enqueue(Pass(gate: gate).map { .ended }) }
    case .ended:
      left -= 1
      if left == 0 { gate.leave() }
    }
  }

  /// Starts so many effects in one event, calls a closure while all are in flight, and lets them end.
  fileprivate func inFlight(_ count: Int, isolation: isolated any Actor, whileThere: () -> Void) async {
    gate.close(for: count)
    send(.begin(count))
    await gate.waitUntilFull()
    whileThere()
    await gate.open()
  }
}

/// An actor with a scope that has many effects in flight; not the main actor, whose queue costs more than they do.
actor Square {
  private let crowd = Crowd()

  /// Has so many effects in flight, so often.
  func effects(_ count: Int, times: Int = 1, whileThere: @Sendable () -> Void = {}) async {
    for _ in 0..<times { await crowd.inFlight(count, isolation: self, whileThere: whileThere) }
  }

  /// Has as many tasks that wait at a gate as its effects do.
  func tasks(_ count: Int, whileThere: @Sendable () -> Void) async {
    let gate = Gate()
    gate.close(for: count)
    for _ in 0..<count { Task { await wait(at: gate) } }
    left = count
    await gate.waitUntilFull()
    whileThere()
    await gate.open()
  }

  private var left = 0

  private func wait(at gate: Gate) async {
    await gate.pass()
    left -= 1
    if left == 0 { gate.leave() }
  }
}

/// An effect that waits at a gate.
private struct Pass: Effect {
  let gate: Gate
  func runEffect() async throws { await gate.pass() }
}

/// Where effects wait until all have come, and its opener waits until all have gone.
private final class Gate: Sendable {
  private struct State {
    var expected = 0
    var waiting: [UnsafeContinuation<Void, Never>] = []
    var whenFull: UnsafeContinuation<Void, Never>?
    var whenAllHaveGone: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func close(for count: Int) {
    state.withLock {
      $0.expected = count
      $0.waiting.reserveCapacity(count)
    }
  }

  func pass() async {
    await withUnsafeContinuation { continuation in
      let full = state.withLock { state -> UnsafeContinuation<Void, Never>? in
        state.waiting.append(continuation)
        return state.waiting.count == state.expected ? state.whenFull.take() : nil
      }
      full?.resume()
    }
  }

  func waitUntilFull() async {
    await withUnsafeContinuation { continuation in
      let isFull = state.withLock { state in
        guard state.waiting.count < state.expected else { return true }
        state.whenFull = continuation
        return false
      }
      if isFull { continuation.resume() }
    }
  }

  /// Lets all go on, and waits for the last of them to call `leave`.
  func open() async {
    await withUnsafeContinuation { continuation in
      let waiting = state.withLock { state in
        state.whenAllHaveGone = continuation
        defer { state.waiting = [] }
        return state.waiting
      }
      for effect in waiting { effect.resume() }
    }
  }

  func leave() {
    state.withLock { $0.whenAllHaveGone.take() }?.resume()
  }
}
