import Statoscope

/// The effects of one path of a live plan: which are under way, and the events that wait to be received.
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
    var underWay: [EffectTask] = []
    var queue: [Waiting] = []
    /// Not the tasks, which keep the host and so this.
    var lost: [(effect: any Effect, error: any Error)] = []
    var changes: UInt64 = 0
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())
  private let thread: JobThread
  private let mainLane: MainLane

  init(thread: JobThread) {
    self.thread = thread
    mainLane = MainLane(thread: thread)
  }

  var executor: any TaskExecutor { thread }

  /// Effects under way, oldest first.
  var underWay: [EffectTask] { state.withLock { $0.underWay } }

  /// Events that nobody has received, oldest first.
  var queue: [Waiting] { state.withLock { $0.queue } }

  /// Effects that ended with an error instead of an event.
  var lost: [(effect: any Effect, error: any Error)] { state.withLock { $0.lost } }

  /// How often something has changed.
  var changes: UInt64 { state.withLock { $0.changes } }

  // MARK: What effects tell

  func place(for home: (any Actor)?) -> (any Actor)? {
    home === MainActor.shared ? mainLane : home
  }

  func began(_ effect: EffectTask) {
    change { $0.underWay.append(effect) }
  }

  func ended(_ effect: EffectTask) {
    let withdrawn = change { state in
      state.underWay.removeAll { $0 === effect }
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
        // Cancelled on the way here, it is not under way any more.
        guard state.underWay.contains(where: { $0 === event.effect }) else { return false }
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
      await withCheckedContinuation { watcher in
        let hasChanged = state.withLock { state in
          if state.changes == changes, !Task.isCancelled { state.watcher = watcher }
          return state.watcher == nil
        }
        if hasChanged { watcher.resume() }
      }
    } onCancel: {
      noteChange()
    }
  }

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, watcher) = state.withLock { state in
      state.changes += 1
      return (body(&state), state.watcher.take())
    }
    watcher?.resume()
    return result
  }
}
