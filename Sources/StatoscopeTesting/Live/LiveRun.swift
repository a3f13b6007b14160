import Statoscope

extension PlanRunner {
  /// Runs a plan whose effects run, on the actor that its scopes live on.
  ///
  /// Its loop is that of a plain plan; only what waits for effects is different.
  func run(clock: TestClock, at home: isolated (any Actor)?) async {
    await misuse.record { await runPaths(clock: clock, at: home) }
  }

  private func runPaths(clock: TestClock, at home: isolated (any Actor)?) async {
    let start = clock.now
    while let path = next() {
      clock.set(to: start)
      let release = makeReleaseCheck()
      if let run = begin(path, release, effects: .live) {
        if let home { run.root.settle(on: home) }
        let live = LiveRun(root: run.root, clock: clock, timeLimit: settings.timeLimit)
        run.live = live
        await live.begin(run, at: home)
        while let step = run.next() { await live.take(step, in: run, at: home) }
        end(run)
        if let failure = await live.end(at: home) { report(failure, of: path) }
      }
      report(release, of: path)
    }
  }
}

/// The clock and the events of one path of a live plan.
///
/// The clock advances only while no event waits to be received, so each event is delivered at its own time.
/// It lives on the home of the scopes.
final class LiveRun<Root: ScopeProtocol> {
  let root: Root
  let effects: LiveEffects
  private let clock: TestClock
  /// The time up to which the clock may advance.
  private var limit: TestClock.Instant
  private let timeLimit: Duration
  private let realTime = TimeLimit()
  /// The number of the last event that was reported because a step sent another one before it was received.
  private var lastOverdue: UInt64 = 0

  init(root: Root, clock: TestClock, timeLimit: Duration) {
    self.root = root
    self.clock = clock
    self.timeLimit = timeLimit
    // One for each path: a task that ignores its cancellation may block the queue for ever.
    effects = LiveEffects(jobs: JobQueue(), clock: clock)
    limit = clock.now
    root.effectExecutor = effects
  }

  // MARK: Steps

  /// Starts the effects that the closure of `GIVEN` has listed.
  func begin(_ run: PathRun<Root>, at home: isolated (any Actor)?) async {
    guard root.startListedEffects() else { return }
    do { try await goOn(at: home) } catch { run.stop(after: error, of: nil) }
    takeFailures(of: nil, in: run)
  }

  /// Takes a step, and waits for effects around it.
  func take(_ step: Step<Root>, in run: PathRun<Root>, at home: isolated (any Actor)?) async {
    guard step.verb.kind != .check else { return run.take(step) }
    run.begin(step)
    defer { run.finish(step) }
    do {
      if step.verb == .receive { try await awaitEvent(at: home) }
      let due = overdueEvents(at: step, in: run)
      run.perform(step)
      reportOverdue(due, of: step, in: run)
      try await goOn(at: home)
      if case .skipReceived(again: false) = step.verb {
        while !effects.current.queue.isEmpty {
          run.perform(ReceiveAllStep(step.call, again: true))
          try await goOn(at: home)
        }
      }
    } catch { run.stop(after: error, of: step) }
    takeFailures(of: step, in: run)
  }

  /// Reports invalid look-ups and waits; a wait on another clock ends the path.
  private func takeFailures(of step: Step<Root>?, in run: PathRun<Root>) {
    let refusesDefaults = run.settings.refusesDefaultsOfEffects
    for failure in effects.takeFailures(refusingDefaults: refusesDefaults) {
      run.stop(after: failure, of: step)
    }
  }

  // MARK: Overdue events

  /// Returns the events that a step which sends another one should have left to a `RECEIVE` before it.
  private func overdueEvents(at step: Step<Root>, in run: PathRun<Root>) -> [LiveEffects.QueuedEvent] {
    guard !step.verb.receives, run.settings.clearing == nil else { return [] }
    return switch step.verb.kind {
    case .event, .joiningEvent: effects.current.queue.filter { $0.number > lastOverdue }
    case .check, .invariant, .time, .setting: []
    }
  }

  /// Reports the events that were due before a step; an `AND` joins its `WHEN`, so it must only not cancel them.
  private func reportOverdue(
    _ due: [LiveEffects.QueuedEvent],
    of step: Step<Root>,
    in run: PathRun<Root>
  ) {
    var due = due
    if step.verb.kind == .joiningEvent {
      let queued = Set(effects.current.queue.map(\.number))
      due.removeAll { queued.contains($0.number) }
    }
    guard let last = due.last else { return }
    lastOverdue = max(lastOverdue, last.number)
    run.report(FlowFailure.live(.eventsOverdue(due.map(text))), of: step)
  }

  // MARK: Time

  /// Lets all tasks run as far as they can.
  ///
  /// - Throws: a failure when one runs for longer than the time limit.
  private func goOn(at home: isolated (any Actor)?) async throws {
    let report = WaitReport.current.begin(.rest, limit: timeLimit) { [realTime] in
      realTime.takeProgress()
    } waitsFor: { [effects] in
      effects.current.inFlight.map(effects.textOfRestless)
    } giveUp: { [realTime] in
      realTime.end()
    }
    defer { report.cancel() }
    await effects.rest(at: home, within: realTime)
    while effects.current.queue.isEmpty, !realTime.isOver, clock.wakeFirst(until: limit) {
      await effects.rest(at: home, within: realTime)
    }
    guard !realTime.isOver else {
      let inFlight = effects.current.inFlight.map(effects.textOfRestless)
      throw FlowFailure.live(.noRest(timeLimit, inFlight: inFlight))
    }
    if effects.current.queue.isEmpty, clock.now < limit { clock.set(to: limit) }
  }

  /// Lets the clock advance until an event waits to be received; the rest of the duration passes afterwards.
  func advance(by duration: Duration) throws {
    guard duration >= .zero else { throw FlowFailure.live(.timeGoesBack(duration)) }
    limit = max(limit, clock.now).advanced(by: duration)
  }

  // MARK: Events

  /// Waits until there is an event to receive.
  ///
  /// - Throws: a failure when none can arrive, or the test is cancelled. With no effect in flight, or all of
  ///   them asleep, no event can arrive by itself. An effect that waits for anything else may still deliver
  ///   one.
  private func awaitEvent(at home: isolated (any Actor)?) async throws {
    var report: Task<Void, Never>?
    defer { report?.cancel() }
    while true {
      let state = effects.current
      guard state.queue.isEmpty else { return }
      if let failure = effects.takeOtherClock() { throw failure }
      let inFlight = state.inFlight.map(effects.text)
      if let silence = silence(of: state.inFlight) {
        let lost = state.lost.map { "\($0.effect) threw \($0.error)" }
        throw FlowFailure.live(.noEvent(silence, inFlight: inFlight, lost: lost))
      }
      if realTime.isOver { throw FlowFailure.live(.noEventInTime(timeLimit, inFlight: inFlight)) }
      // Once for all changes in between: an effect that never rests for long would otherwise begin it anew each time.
      report = report ?? beginWaiting()
      await effects.change(after: state.changes)
      if !realTime.isOver { try await goOn(at: home) }
    }
  }

  private func beginWaiting() -> Task<Void, Never> {
    WaitReport.current.begin(.event, limit: timeLimit) { [effects] in
      effects.current.queue.isEmpty ? .none : .delayed
    } waitsFor: { [effects] in
      effects.current.inFlight.map(effects.text)
    } giveUp: { [effects, realTime] in
      realTime.end()
      effects.effectChanged()
    }
  }

  private func silence(of inFlight: [LiveEffects.Running]) -> LiveFailure.Silence? {
    if inFlight.isEmpty { return .nothingInFlight }
    if inFlight.allSatisfy({ clock.deadline(of: $0.task) != nil }) { return .allAsleep }
    return Task.isCancelled ? .testCancelled : nil
  }

  /// Delivers the oldest event, whatever it is.
  ///
  /// - Returns: false when there is none.
  func receiveOldest(in run: PathRun<Root>) -> Bool {
    guard let event = effects.takeOldest() else { return false }
    if let scope = event.effect.node { run.assertsEffect(event.effect.generation, of: scope) }
    event.deliver()
    return true
  }

  /// Delivers the oldest event; if it is not the expected one, but the expected one is queued, delivers all
  /// up to that.
  ///
  /// - Returns: the expected event, as it came.
  func receive(_ expected: ExpectedEvent, at scope: ScopeNode, in run: PathRun<Root>) throws -> (
    any Sendable
  )? {
    let queue = effects.current.queue
    guard let oldest = queue.first else { return nil }
    let index = queue.firstIndex { $0.effect.node === scope && expected.isMet(by: $0.when) }
    for _ in 0...(index ?? 0) where receiveOldest(in: run) {}
    guard index != 0 else { return oldest.when }
    let texts = queue.map(text)
    guard index == nil else { throw FlowFailure.live(.eventOutOfLine(queue: texts)) }
    guard let value = expected.value else { throw FlowFailure.live(.eventNotAccepted(queue: texts)) }
    let diff = ValueDiff(
      from: lines(value, at: scope),
      to: lines(oldest.when, at: oldest.effect.node)
    )
    throw FlowFailure.live(.otherEvent(diff: diff.lines, queue: texts))
  }

  // MARK: The end

  /// The effects and events that the path should not leave behind.
  var leftovers: [FlowFailure] {
    let (inFlight, queue) = (effects.current.inFlight, effects.current.queue)
    let running = inFlight.filter { running in !queue.contains { $0.effect === running.effect } }
    var failures: [FlowFailure] = []
    if !queue.isEmpty { failures.append(.live(.eventsNotReceived(queue.map(text)))) }
    if !running.isEmpty { failures.append(.live(.effectsStillRun(running.map(effects.text)))) }
    return failures
  }

  /// Cancels all effects in flight, and gives them time to notice.
  ///
  /// - Returns: a failure when one runs on, and the path has not ended for that reason.
  func end(at home: isolated (any Actor)?) async -> FlowFailure? {
    root.discardEffects()
    guard !realTime.isOver else { return nil }
    limit = clock.now
    do { try await goOn(at: home) } catch { return error as? FlowFailure }
    return nil
  }

  // MARK: Texts

  private func text(of event: LiveEffects.QueuedEvent) -> String {
    let text = prefix(of: event.effect.node) + EventText(event.when).text
    return "\(text), from \(EffectText(event.effect.pristine).text)"
  }

  /// Returns an event as lines to compare, with the scope unless that is the root.
  private func lines(_ when: any Sendable, at scope: ScopeNode?) -> [String] {
    let lines = ValueNode(when).lines
    return [prefix(of: scope) + (lines.first ?? "")] + lines.dropFirst()
  }

  /// Returns the key path of a scope, unless that is the root.
  private func prefix(of scope: ScopeNode?) -> String {
    guard let scope, scope !== root else { return "" }
    return ScopeTree(scope).keyPathFromRoot + ": "
  }
}

/// The event that a `RECEIVE` expects.
struct ExpectedEvent {
  /// The event; nil where a closure decides.
  let value: (any Sendable)?
  private let accepts: (_ when: any Sendable) -> Bool

  init(_ when: any Sendable) {
    value = when
    accepts = { ValueDiff.areEqual($0, when) }
  }

  init<When>(where isExpected: @escaping (When) -> Bool) {
    value = nil
    accepts = { ($0 as? When).map(isExpected) ?? false }
  }

  /// Checks whether an event is the expected one.
  func isMet(by when: any Sendable) -> Bool { accepts(when) }
}
