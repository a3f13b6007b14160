import Statoscope
import Synchronization

/// The effects of one path of a live plan: which are in flight, and the events that wait to be received.
final class LiveEffects: EffectPerformer, EffectTaskObserver {
  /// An effect in flight.
  final class Flight: Sendable {
    let effect: EnqueuedEffect
    /// Describes the event that enqueued the effect.
    let startedBy: String?
    let task: EffectTask
    /// Indicates whether it was noted that the effect waits on another clock than the plan's.
    fileprivate let waitsElsewhere = Atomic(false)

    /// The effect with the event that started it.
    fileprivate var name: String { EffectText(effect.pristine).text(startedBy: startedBy) }

    fileprivate init(_ effect: EnqueuedEffect, startedBy: String?, task: EffectTask) {
      self.effect = effect
      self.startedBy = startedBy
      self.task = task
    }
  }

  /// An event that an effect came back with, in the queue.
  struct Waiting: Sendable {
    let effect: EnqueuedEffect
    /// The event, of the scope's own type of event.
    let when: any Sendable

    fileprivate let delivery: EffectDelivery
    fileprivate let continuation: CheckedContinuation<Void, Never>

    /// Sends the event; to be called on the tree's home.
    func letIn() {
      // As a plan's own events: the tree's home is the one that it has.
      effect.handOver(delivery, isolation: nil)
    }

    /// Lets the effect's task go on.
    func release() {
      continuation.resume()
    }
  }

  private struct State: Sendable {
    var inFlight: [Flight] = []
    var queue: [Waiting] = []
    var lost: [(effect: any Effect, error: any Error)] = []
    var lookUps = DefaultedLookUps()
    var failures: [FlowFailure] = []
    var changes: UInt64 = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())
  private let thread: JobThread
  private let mainLane: MainLane

  /// The time of the plan.
  private let clock: TestClock

  init(thread: JobThread, clock: TestClock) {
    self.thread = thread
    self.clock = clock
    mainLane = MainLane(thread: thread)
  }

  /// Effects in flight, oldest first.
  var inFlight: [Flight] { state.withLock { $0.inFlight } }

  /// Events that no step has received, oldest first.
  var queue: [Waiting] { state.withLock { $0.queue } }

  /// Effects that ended with an error instead of an event.
  var lost: [(effect: any Effect, error: any Error)] { state.withLock { $0.lost } }

  /// How often something has changed.
  var changes: UInt64 { state.withLock { $0.changes } }

  /// Describes an effect in flight, with what it waits for.
  func text(of flight: Flight) -> String {
    let waits = clock.deadline(of: flight.task).map { "asleep until \($0.offset)" }
    return flight.name + ", " + (waits ?? "waiting for something other than the clock")
  }

  // MARK: Performing

  func start(
    _ effect: EnqueuedEffect,
    startedBy event: String?,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    let task = EffectTask(observedBy: self)
    let flight = Flight(effect, startedBy: event, task: task)
    change { $0.inFlight.append(flight) }
    // The main actor does not say what waits for it; this one does, on the same thread.
    let place: any Actor = home === MainActor.shared ? mainLane : home
    return Task(executorPreference: thread) {
      await withTaskCancellationHandler {
        await task.run {
          await EffectObservation.$observer.withValue(LiveEffectObserver(flight: flight, effects: self)) {
            await effect.perform(by: self, isolation: place)
          }
        }
      } onCancel: {
        // An effect that cancels its own task is still in flight.
        if effect.isCancelled { self.end(flight) }
      }
      self.end(flight)
    }
  }

  func deliver(_ delivery: EffectDelivery, of effect: EnqueuedEffect, from isolation: isolated (any Actor)?)
    async
  {
    switch delivery {
    case .element(let when), .last(let when): return await hold(delivery, when, of: effect)
    case .failure(let error): change { $0.lost.append((effect.pristine, error)) }
    case .end: break
    }
    await effect.bringHome(delivery, from: isolation)
  }

  /// Holds an event until a step receives it, or its effect is cancelled.
  private func hold(_ delivery: EffectDelivery, _ when: any Sendable, of effect: EnqueuedEffect) async {
    await withCheckedContinuation { continuation in
      let isHeld = change { state in
        // Cancelled meanwhile, it is not in flight any more.
        guard state.inFlight.contains(where: { $0.effect === effect }) else { return false }
        state.queue.append(
          Waiting(effect: effect, when: when, delivery: delivery, continuation: continuation)
        )
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }

  /// Removes an effect that has ended or was cancelled: no event of it goes in any more.
  private func end(_ flight: Flight) {
    let withdrawn = change { state in
      state.inFlight.removeAll { $0 === flight }
      defer { state.queue.removeAll { $0.effect === flight.effect } }
      return state.queue.filter { $0.effect === flight.effect }
    }
    for waiting in withdrawn { waiting.release() }
  }

  // MARK: Observing their tasks

  var executor: any TaskExecutor { thread }

  var identityOfTask: Int? { identityOfCurrentTask }

  func effectChanged() {
    change { _ in }
  }

  // MARK: Observing what they ask for

  private struct LiveEffectObserver: EffectObserver {
    let flight: Flight
    let effects: LiveEffects

    func effectGotDefault(of type: Any.Type) {
      let text = EffectText(flight.effect.pristine).text
      effects.state.withLock { $0.lookUps.note(type, by: "the effect \(text)") }
    }

    func effectWaits(on clock: any Clock<Duration>) {
      guard clock as? TestClock !== effects.clock,
        !flight.waitsElsewhere.exchange(true, ordering: .relaxed)
      else { return }
      let failure = FlowFailure.live(.otherClock(effect: flight.name, clock: typeName(type(of: clock))))
      effects.state.withLock { $0.failures.append(failure) }
    }
  }

  /// What effects asked for and must not, each once: those that wait on another clock first.
  func takeFailures(refusingDefaults: Bool) -> [FlowFailure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures + state.lookUps.take(refusing: refusingDefaults)
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
      effectChanged()
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
