import Statoscope

/// The effects of one path of a live plan: which are in flight, and the events that wait to be received.
final class LiveEffects: EffectsHost {
  /// An event in the queue, and the effect's task that goes on when it was received.
  struct Waiting: Sendable {
    let event: HeldEvent
    fileprivate let continuation: CheckedContinuation<Void, Never>

    /// Lets the effect's task go on.
    func release() {
      continuation.resume()
    }
  }

  private struct State: Sendable {
    var inFlight: [EffectTask] = []
    var queue: [Waiting] = []
    /// Not the tasks, which keep the host and so this.
    var lost: [(effect: any Effect, error: any Error)] = []
    var changes: UInt64 = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())
  private let thread: JobThread
  private let mainLane: MainLane

  init(thread: JobThread) {
    self.thread = thread
    mainLane = MainLane(thread: thread)
  }

  var executor: any TaskExecutor { thread }

  /// Effects in flight, oldest first.
  var inFlight: [EffectTask] { state.withLock { $0.inFlight } }

  /// Events that no step has received, oldest first.
  var queue: [Waiting] { state.withLock { $0.queue } }

  /// Effects that ended with an error instead of an event.
  var lost: [(effect: any Effect, error: any Error)] { state.withLock { $0.lost } }

  /// How often something has changed.
  var changes: UInt64 { state.withLock { $0.changes } }

  // MARK: What effects report

  func place(for home: (any Actor)?) -> (any Actor)? {
    home === MainActor.shared ? mainLane : home
  }

  func began(_ effect: EffectTask) {
    change { $0.inFlight.append(effect) }
  }

  func ended(_ effect: EffectTask) {
    let withdrawn = change { state in
      state.inFlight.removeAll { $0 === effect }
      defer { state.queue.removeAll { $0.event.effect === effect } }
      return state.queue.filter { $0.event.effect === effect }
    }
    for waiting in withdrawn { waiting.release() }
  }

  func lost(_ error: any Error, of effect: EffectTask) {
    change { $0.lost.append((effect.pristine, error)) }
  }

  func noteChange() {
    change { _ in }
  }

  func hold(_ event: HeldEvent) async {
    await withCheckedContinuation { continuation in
      let isHeld = change { state in
        // Cancelled meanwhile, it is not in flight any more.
        guard state.inFlight.contains(where: { $0 === event.effect }) else { return false }
        state.queue.append(Waiting(event: event, continuation: continuation))
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }

  // MARK: What the plan does

  /// Takes the oldest event out of the queue.
  func takeOldest() -> Waiting? {
    change { $0.queue.isEmpty ? nil : $0.queue.removeFirst() }
  }

  /// Waits until no effect can go on by itself: each has ended, is asleep, waits to be received, or for
  /// something outside.
  ///
  /// What runs on the home or on the main actor is not the thread's to see. So the plan goes there behind all
  /// that is in line, until going there has changed nothing. An effect that is called from one function of the
  /// main actor to the next, unseen in between, counts as waiting for something outside.
  func rest(at home: isolated (any Actor)?) async {
    while true {
      let before = activity
      await thread.rest()
      if home !== MainActor.shared { await standInLineOfMainActor() }
      if before == activity { return }
    }
  }

  /// Grows with everything that an effect does.
  private var activity: UInt64 { changes + thread.jobCount + mainLane.jobCount }

  @MainActor private func standInLineOfMainActor() {
    state.withLock { _ in }
  }

  /// Waits until something has changed since there were so many changes, or the test is cancelled.
  func change(after changes: UInt64) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let hasChanged = state.withLock { state in
          if state.changes == changes, !Task.isCancelled { state.waiter = waiter }
          return state.waiter == nil
        }
        if hasChanged { waiter.resume() }
      }
    } onCancel: {
      noteChange()
    }
  }

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, waiter) = state.withLock { state in
      state.changes += 1
      return (body(&state), state.waiter.take())
    }
    waiter?.resume()
    return result
  }
}
