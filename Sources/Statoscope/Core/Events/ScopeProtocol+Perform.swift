extension ScopeProtocol {
  /// Runs an event, and returns when the effects that it started have ended, and those that their events started.
  ///
  /// ```swift
  /// List(news.articles) { … }.refreshable { await news.perform(.userPulledToRefresh) }
  /// ```
  /// It waits for effects of all scopes, also of other trees, that the event leads to; for a stream until it ends. It
  /// does not wait for effects that never start (``EffectsExecution/enqueueOnly``). Cancelling the caller's task
  /// cancels the effects that it still waits for.
  ///
  /// - Parameters:
  ///   - when: the event; the error of its update is logged, as by ``send(_:isolation:)``.
  ///   - isolation: the actor that the scope lives on; omit it.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func perform(_ when: When, isolation: isolated (any Actor)? = #isolation) async -> Self {
    let performance = Performance()
    let context = EffectContext(levels: EffectContext.current?.levels ?? [], performance: performance)
    EffectContext.$current.withValue(context) { _ = send(when, isolation: isolation) }
    for effect in await performance.finish() { await effect.cancelAtHome(from: isolation) }
    return self
  }
}

/// The effects that one `perform` waits for.
///
/// An effect takes part from when it is enqueued until its last event was handled, or it was cancelled, discarded or
/// refused: its ``Participation`` ends with its release at the latest, so that no way of ending can be forgotten.
final class Performance: Sendable {
  /// The part of one effect; it ends when the object is released.
  final class Participation: Sendable {
    private let performance: Performance
    private let number: UInt64

    fileprivate init(_ performance: Performance, _ number: UInt64) {
      (self.performance, self.number) = (performance, number)
    }

    deinit {
      performance.remove(number)
    }
  }

  private struct Participant: Sendable {
    weak var effect: RunningEffect?
  }

  private struct State: Sendable {
    var participants: [UInt64: Participant] = [:]
    var lastNumber: UInt64 = 0
    var isCancelled = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Adds an effect.
  func add(_ effect: RunningEffect) -> Participation {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.participants[state.lastNumber] = Participant(effect: effect)
      return state.lastNumber
    }
    return Participation(self, number)
  }

  private func remove(_ number: UInt64) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.participants[number] = nil
      return state.participants.isEmpty ? state.waiting.take() : nil
    }
    waiting?.resume()
  }

  /// Waits for the end of all effects, or for the cancellation of the current task.
  ///
  /// - Returns: the effects to cancel, oldest first.
  nonisolated(nonsending) func finish() async -> [RunningEffect] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.participants.isEmpty || state.isCancelled { return true }
          state.waiting = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.isCancelled = true
        return state.waiting.take()
      }
      waiting?.resume()
    }
    return state.withLock { $0.participants.sorted { $0.key < $1.key }.compactMap(\.value.effect) }
  }
}
