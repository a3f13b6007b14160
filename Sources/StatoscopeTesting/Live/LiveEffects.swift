import Statoscope
import Synchronization

/// The effects of one path of a live plan: those in flight, and the events that wait to be received.
final class LiveEffects: EffectExecutor, EffectTaskObserver {
  /// An effect in flight.
  final class Flight: Sendable {
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
  struct Waiting: Sendable {
    let effect: RunningEffect
    /// The event, a value of the scope's own event type.
    let when: any Sendable

    fileprivate let delivery: EffectDelivery
    fileprivate let continuation: CheckedContinuation<Void, Never>

    /// Sends the event, and resumes the effect's task; call it on the tree's home.
    func letIn() {
      // Like a plan's own events: it uses the tree's home.
      effect.handOver(delivery)
      continuation.resume()
    }
  }

  struct State: Sendable {
    /// Effects in flight, oldest first.
    fileprivate(set) var inFlight: [Flight] = []
    /// Events that no step has received, oldest first.
    fileprivate(set) var queue: [Waiting] = []
    /// Effects that ended with an error instead of an event.
    fileprivate(set) var lost: [(effect: any Effect, error: any Error)] = []
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
  var present: State { state.withLock { $0 } }

  /// Returns a description of an effect in flight, and the reason for its wait.
  func text(of flight: Flight) -> String {
    let waits = clock.deadline(of: flight.task).map { "asleep until \($0.offset)" }
    return flight.name + ", " + (waits ?? "waiting for something other than the clock")
  }

  // MARK: Starting effects

  func start(_ effect: RunningEffect, startedBy event: String?, at home: any Actor) -> Task<Void, Never> {
    let task = EffectTask(observedBy: self)
    let flight = Flight(effect, startedBy: event, task: task)
    change { $0.inFlight.append(flight) }
    // The main actor's queue cannot be observed; this actor's can, and it uses the same thread.
    let place: any Actor = home === MainActor.shared ? mainLane : home
    return Task(executorPreference: jobs) {
      await withTaskCancellationHandler {
        await task.run {
          await EffectObservation.$observer.withValue(LiveEffectObserver(flight: flight, effects: self)) {
            await effect.run(isolation: place) { await self.deliver($0, of: effect, from: $1) }
          }
        }
      } onCancel: {
        // An effect that cancels its own task is still in flight.
        if effect.isCancelled { self.end(flight) }
      }
      self.end(flight)
    }
  }

  /// Holds an event until a step receives it; delivers any other result at once.
  private func deliver(
    _ delivery: EffectDelivery,
    of effect: RunningEffect,
    from isolation: isolated (any Actor)?
  ) async {
    switch delivery {
    case .element(let when), .result(.completed(let when?)): return await hold(delivery, when, of: effect)
    case .result(.failed(let error)):
      let pristine = effect.pristine
      change { $0.lost.append((pristine, error)) }
    case .result(.completed(nil)), .result(.cancelled): break
    }
    await effect.bringHome(delivery, from: isolation)
  }

  /// Holds an event until a step receives it, or its effect is cancelled.
  private func hold(_ delivery: EffectDelivery, _ when: any Sendable, of effect: RunningEffect) async {
    await withCheckedContinuation { continuation in
      let isHeld = change { state in
        // It is no longer in flight after a cancellation in between.
        guard state.inFlight.contains(where: { $0.effect === effect }) else { return false }
        state.queue.append(
          Waiting(effect: effect, when: when, delivery: delivery, continuation: continuation)
        )
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }

  /// Removes an effect that has ended or was cancelled: its events are no longer delivered.
  private func end(_ flight: Flight) {
    let withdrawn = change { state in
      state.inFlight.removeAll { $0 === flight }
      defer { state.queue.removeAll { $0.effect === flight.effect } }
      return state.queue.filter { $0.effect === flight.effect }
    }
    for waiting in withdrawn { waiting.continuation.resume() }
  }

  // MARK: Observing tasks

  var executor: any TaskExecutor { jobs }

  var identityOfTask: Int? { identityOfCurrentTask }

  func effectChanged() {
    change { _ in }
  }

  // MARK: Observing look-ups and clocks

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

  /// Returns the failures of invalid look-ups and waits, each once; waits on another clock come first.
  func takeFailures(refusingDefaults: Bool) -> [FlowFailure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures + state.lookUps.take(refusing: refusingDefaults)
    }
  }

  // MARK: Requests of the plan

  /// Removes the oldest event from the queue.
  func takeOldest() -> Waiting? {
    change { $0.queue.isEmpty ? nil : $0.queue.removeFirst() }
  }

  /// Waits until no effect can continue by itself: each has ended, is asleep, waits to be received, or waits
  /// for an external result.
  ///
  /// Jobs on the home or on the main actor are not visible to the queue. The plan therefore enqueues itself
  /// there behind all other jobs, until doing so has changed nothing. An effect that moves from one function
  /// of the main actor to the next, invisibly in between, counts as waiting for an external result.
  func rest(at home: isolated (any Actor)?) async {
    while true {
      let before = activity
      await jobs.rest()
      if home !== MainActor.shared { await standInLineOfMainActor() }
      if before == activity { return }
    }
  }

  /// A counter that increases with every action of an effect.
  private var activity: UInt64 { present.changes + jobs.jobCount + mainLane.jobCount }

  @MainActor private func standInLineOfMainActor() {
    state.withLock { _ in }
  }

  /// Waits until the number of changes has increased, or the test is cancelled.
  func change(after changes: UInt64) async {
    for await _ in signals where present.changes != changes { return }
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
