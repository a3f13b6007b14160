import Statoscope

extension PlanRunner {
  /// Runs a plan whose effects run, on the actor that its scopes live on.
  ///
  /// Its loop is that of a plain plan; only what waits for effects is different.
  func run(clock: TestClock, at home: isolated (any Actor)?) async {
    let jobs = JobQueue()
    let start = clock.now
    while let path = next() {
      clock.set(to: start)
      let release = makeReleaseCheck()
      if let run = begin(path, release, effects: .live) {
        if let home { run.root.settle(on: home) }
        let live = LiveRun(root: run.root, clock: clock, jobs: jobs)
        run.live = live
        while let step = run.next() { await live.take(step, in: run, at: home) }
        end(run)
        await live.end(at: home)
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

  init(root: Root, clock: TestClock, jobs: JobQueue) {
    self.root = root
    self.clock = clock
    effects = LiveEffects(jobs: jobs, clock: clock)
    limit = clock.now
    root.effectExecutor = effects
  }

  // MARK: Steps

  /// Takes a step, and waits for effects around it.
  func take(_ step: Step<Root>, in run: PathRun<Root>, at home: isolated (any Actor)?) async {
    guard step.verb.kind != .check else { return run.take(step) }
    run.begin(step)
    defer { run.finish(step) }
    if step.verb == .receive {
      do { try await awaitEvent(at: home) } catch { return run.report(error, of: step) }
    }
    run.perform(step)
    await goOn(at: home)
    let refusesDefaults = run.settings.refusesDefaultsOfEffects
    for failure in effects.takeFailures(refusingDefaults: refusesDefaults) { run.report(failure, of: step) }
  }

  // MARK: Time

  /// Lets all tasks run as far as they can.
  private func goOn(at home: isolated (any Actor)?) async {
    await effects.rest(at: home)
    while effects.current.queue.isEmpty, clock.wakeFirst(until: limit) { await effects.rest(at: home) }
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
    while true {
      let state = effects.current
      guard state.queue.isEmpty else { return }
      if let silence = silence(of: state.inFlight) {
        let lost = state.lost.map { "\(EffectText($0.effect).text) threw \($0.error)" }
        throw FlowFailure.live(
          .noEvent(silence, inFlight: state.inFlight.map(effects.text), lost: lost)
        )
      }
      let report = WaitReport.current.begin { [effects] in effects.current.inFlight.map(effects.text) }
      await effects.change(after: state.changes)
      report.cancel()
      await goOn(at: home)
    }
  }

  private func silence(of inFlight: [LiveEffects.Running]) -> LiveFailure.Silence? {
    if inFlight.isEmpty { return .nothingInFlight }
    if inFlight.allSatisfy({ clock.deadline(of: $0.task) != nil }) { return .allAsleep }
    return Task.isCancelled ? .testCancelled : nil
  }

  /// Delivers the oldest event; if it is not the expected one, but the expected one is queued, delivers all
  /// up to that.
  func receive(_ expected: any Sendable, at scope: ScopeNode, in run: PathRun<Root>) throws {
    let queue = effects.current.queue
    guard let oldest = queue.first else { return }
    let index = queue.firstIndex { $0.effect.node === scope && ValueDiff.areEqual($0.when, expected) }
    for _ in 0...(index ?? 0) {
      guard let event = effects.takeOldest() else { break }
      if let scope = event.effect.node { run.assertsEffect(event.effect.generation, of: scope) }
      event.deliver()
    }
    guard index != 0 else { return }
    let texts = queue.map(text)
    guard index == nil else { throw FlowFailure.live(.eventOutOfLine(queue: texts)) }
    let diff = ValueDiff(
      from: lines(expected, at: scope),
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
  func end(at home: isolated (any Actor)?) async {
    root.discardEffects()
    await effects.rest(at: home)
  }

  // MARK: Texts

  private func text(of event: LiveEffects.QueuedEvent) -> String {
    let text = prefix(of: event.effect.node) + EventText(event.when).text
    return "\(text), from \(EffectText(event.effect.pristine).text)"
  }

  /// Returns an event as lines to compare, with the scope unless that is the root.
  private func lines(_ when: any Sendable, at scope: ScopeNode?) -> [String] {
    let lines = StateText(when).lines
    return [prefix(of: scope) + (lines.first ?? "")] + lines.dropFirst()
  }

  /// Returns the key path of a scope, unless that is the root.
  private func prefix(of scope: ScopeNode?) -> String {
    guard let scope, scope !== root else { return "" }
    return ScopeTree(scope).keyPathFromRoot + ": "
  }
}

/// Reports on standard error what a live plan waits for in real time, after a second and every second again.
package struct WaitReport: Sendable {
  /// The instance that plans use; tests of this module replace it during a closure.
  @TaskLocal package static var current = WaitReport(clock: ContinuousClock(), write: StandardError.write)

  private let clock: any Clock<Duration>
  private let write: @Sendable (_ text: String) -> Void

  package init(clock: any Clock<Duration>, write: @escaping @Sendable (_ text: String) -> Void) {
    self.clock = clock
    self.write = write
  }

  /// Begins to report, until the returned task is cancelled.
  func begin(_ waitsFor: @escaping @Sendable () -> [String]) -> Task<Void, Never> {
    Task.detached {
      var seconds = 0
      while true {
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        seconds += 1
        write(
          "statoscope: a live plan has waited \(seconds) s of real time for:\n"
            + waitsFor().map { "  \($0)\n" }.joined()
        )
      }
    }
  }
}
