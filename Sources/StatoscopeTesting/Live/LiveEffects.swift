import Statoscope
import Synchronization

/// The effects of one path of a live plan: those in flight, and the events that wait to be received.
final class LiveEffects: EffectExecutor, EffectTaskObserver {
  /// An effect in flight.
  final class Running: Sendable {
    let effect: RunningEffect
    /// A description of the event that enqueued the effect.
    let startedBy: String?
    let task: EffectTask
    /// Indicates whether a wait on another clock than the plan's has been recorded.
    fileprivate let waitsElsewhere = Atomic(false)

    /// The effect with the event that started it.
    fileprivate var name: String { EffectText(effect.pristine).text(startedBy: startedBy) }

    fileprivate init(_ effect: RunningEffect, startedBy: String?, task: EffectTask) {
      self.effect = effect
      self.startedBy = startedBy
      self.task = task
    }
  }

  /// A queued event of an effect.
  struct QueuedEvent: Sendable {
    let effect: RunningEffect
    /// The event, a value of the scope's own event type.
    let when: any Sendable

    /// Increases with each queued event of the path.
    let number: UInt64

    fileprivate let delivery: EffectOutput
    fileprivate let continuation: CheckedContinuation<Void, Never>

    /// Sends the event, and resumes the effect's task; call it on the tree's home.
    func deliver() {
      // Like a plan's own events: it uses the tree's home.
      effect.handOver(delivery)
      continuation.resume()
    }
  }

  struct State: Sendable {
    /// Effects in flight, oldest first.
    fileprivate(set) var inFlight: [Running] = []
    /// Events that no step has received, oldest first.
    fileprivate(set) var queue: [QueuedEvent] = []
    /// Effects that ended with an error instead of an event, since the event that was received last.
    fileprivate(set) var lost: [(effect: String, error: any Error, number: UInt64)] = []
    /// The number of changes so far.
    fileprivate(set) var changes: UInt64 = 0
    fileprivate var lookUps = DefaultedLookUps()
    fileprivate var failures: [FlowFailure] = []
  }

  private let state = Locked(State())
  /// A signal after each change.
  private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let jobs: JobQueue
  private let mainLane: MainLane

  /// The clock of the plan.
  private let clock: TestClock

  init(jobs: JobQueue, clock: TestClock) {
    self.jobs = jobs
    self.clock = clock
    mainLane = MainLane(jobs: jobs)
  }

  /// The effects and events of this moment.
  var current: State { state.withLock { $0 } }

  /// Returns a description of an effect in flight, and the reason for its wait.
  func text(of running: Running) -> String {
    let isStream = running.effect.isStream
    return running.name + ", "
      + (sleep(of: running)
        ?? "waiting for \(isStream ? "its next element" : "something other than the clock")")
  }

  /// Returns a description of an effect that does not come to rest, or that sleeps beside such a one.
  func textOfRestless(_ running: Running) -> String {
    running.name + (sleep(of: running).map { ", " + $0 } ?? "")
  }

  private func sleep(of running: Running) -> String? {
    clock.deadline(of: running.task).map { "asleep until \($0.offset)" }
  }

  // MARK: Starting effects

  func start(_ effect: RunningEffect, startedBy event: String?, at home: any Actor) -> Task<Void, Never> {
    let task = EffectTask(observedBy: self)
    let running = Running(effect, startedBy: event, task: task)
    change { $0.inFlight.append(running) }
    // The main actor's queue cannot be observed; this actor's can, and it uses the same thread.
    let actor: any Actor = home === MainActor.shared ? mainLane : home
    return Task(executorPreference: jobs) {
      await withTaskCancellationHandler {
        await task.run {
          await EffectObservation.$observer.withValue(LiveEffectObserver(running: running, effects: self)) {
            await effect.run(isolation: actor) { await self.deliver($0, of: effect, from: $1) }
          }
        }
      } onCancel: {
        // An effect that cancels its own task is still in flight.
        if effect.isCancelled { self.end(running) }
      }
      self.end(running)
    }
  }

  /// Holds an event until a step receives it; delivers any other result at once.
  private func deliver(
    _ delivery: EffectOutput,
    of effect: RunningEffect,
    from isolation: isolated (any Actor)?
  ) async {
    switch delivery {
    case .element(let when), .completed(let when?): return await hold(delivery, when, of: effect)
    case .failed(let error):
      change { $0.lost.append((EffectText(effect.pristine).text, error, $0.changes)) }
    case .completed: break
    }
    await effect.bringHome(delivery, from: isolation)
  }

  /// Holds an event until a step receives it, or its effect is cancelled.
  private func hold(_ delivery: EffectOutput, _ when: any Sendable, of effect: RunningEffect) async {
    await withCheckedContinuation { continuation in
      let isHeld = change { state in
        // It is no longer in flight after a cancellation in between.
        guard state.inFlight.contains(where: { $0.effect === effect }) else { return false }
        state.queue.append(
          QueuedEvent(
            effect: effect,
            when: when,
            number: state.changes,
            delivery: delivery,
            continuation: continuation
          )
        )
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }

  /// Removes an effect that has ended or was cancelled: its events are no longer delivered.
  private func end(_ running: Running) {
    let withdrawn = change { state in
      state.inFlight.removeAll { $0 === running }
      defer { state.queue.removeAll { $0.effect === running.effect } }
      return state.queue.filter { $0.effect === running.effect }
    }
    for event in withdrawn { event.continuation.resume() }
  }

  // MARK: Observing tasks

  var executor: any TaskExecutor { jobs }

  var identityOfTask: Int? { identityOfCurrentTask }

  func effectChanged() {
    change { _ in }
  }

  // MARK: Observing look-ups and clocks

  private struct LiveEffectObserver: EffectObserver {
    let running: Running
    let effects: LiveEffects

    func effectGotDefault(of type: Any.Type) {
      let text = EffectText(running.effect.pristine).text
      let lookUp = DefaultedLookUp(type: typeName(type), seeker: "the effect \(text)")
      effects.state.withLock { $0.lookUps.record(lookUp) }
    }

    func effectWaits(on clock: any Clock<Duration>) {
      guard clock as? TestClock !== effects.clock,
        !running.waitsElsewhere.exchange(true, ordering: .relaxed)
      else { return }
      let failure = FlowFailure.live(.otherClock(effect: running.name, clock: typeName(type(of: clock))))
      effects.change { $0.failures.append(failure) }
    }
  }

  /// Removes the failure of a wait on another clock, after which nothing else can be expected of the path.
  func takeOtherClock() -> FlowFailure? {
    state.withLock { state in
      state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
  }

  /// Returns the failures of invalid look-ups and waits, each once; waits on another clock come first.
  func takeFailures(refusingDefaults: Bool) -> [FlowFailure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures + state.lookUps.take(refusing: refusingDefaults)
    }
  }

  // MARK: Requests of the plan

  /// Removes the oldest event from the queue.
  func takeOldest() -> QueuedEvent? {
    change { state in
      guard !state.queue.isEmpty else { return nil }
      let event = state.queue.removeFirst()
      state.lost.removeAll { $0.number < event.number }
      return event
    }
  }

  /// Waits until no effect can continue by itself: each has ended, is asleep, waits to be received, or waits
  /// for an external result.
  ///
  /// Jobs on the home or on the main actor are not visible to the queue. The plan therefore enqueues itself
  /// there behind all other jobs, until doing so has changed nothing. An effect that moves from one function
  /// of the main actor to the next, invisibly in between, counts as waiting for an external result.
  func rest(at home: isolated (any Actor)?, within limit: TimeLimit) async {
    limit.beginRest()
    while !limit.isOver {
      let before = activity
      await limit.wait(forOwnJobs: true) { done in jobs.whenDone(done) }
      if home !== MainActor.shared {
        await limit.wait(forOwnJobs: false) { done in Task { @MainActor in done() } }
      }
      if before == activity { return }
    }
  }

  /// A counter that increases with every action of an effect.
  private var activity: UInt64 { current.changes + jobs.jobCount + mainLane.jobCount }

  /// Waits until the number of changes has increased, or the test is cancelled.
  func change(after changes: UInt64) async {
    for await _ in signals where current.changes != changes { return }
  }

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    defer { signal.yield() }
    return state.withLock { state in
      state.changes += 1
      return body(&state)
    }
  }
}
