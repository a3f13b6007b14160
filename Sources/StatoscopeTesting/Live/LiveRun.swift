import Statoscope

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

  /// Waits for the precondition of a step.
  func prepare(_ step: Step<Root>, at home: isolated (any Actor)?) async throws {
    guard case .live(let live) = step.action else { return }
    switch live {
    case .advance(let duration): try await advance(by: duration, at: home)
    case .receive: try await awaitEvent(at: home)
    }
  }

  // MARK: Time

  /// Lets all tasks run as far as they can.
  func goOn(at home: isolated (any Actor)?) async {
    await effects.rest(at: home)
    while effects.present.queue.isEmpty, clock.wakeFirst(until: limit) { await effects.rest(at: home) }
    if effects.present.queue.isEmpty, clock.now < limit { clock.set(to: limit) }
  }

  /// Advances the clock until an event waits to be received; the rest of the duration passes afterwards.
  func advance(by duration: Duration, at home: isolated (any Actor)?) async throws {
    guard duration >= .zero else { throw FlowFailure.live(.timeGoesBack(duration)) }
    limit = max(limit, clock.now).advanced(by: duration)
    await goOn(at: home)
  }

  // MARK: Events

  /// Waits until there is an event to receive.
  ///
  /// - Throws: a failure when none can arrive, or the test is cancelled. With no effect in flight, or all of
  ///   them asleep, no event can arrive by itself. An effect that waits for anything else may still deliver
  ///   one.
  func awaitEvent(at home: isolated (any Actor)?) async throws {
    while true {
      let present = effects.present
      guard present.queue.isEmpty else { return }
      if let silence = silence(of: present.inFlight) {
        let lost = present.lost.map { "\(EffectText($0.effect).text) threw \($0.error)" }
        throw FlowFailure.live(
          .noEvent(silence, inFlight: present.inFlight.map(effects.text), lost: lost)
        )
      }
      let report = WaitReport.current.begin { [effects] in effects.present.inFlight.map(effects.text) }
      await effects.change(after: present.changes)
      report.cancel()
      await goOn(at: home)
    }
  }

  private func silence(of inFlight: [LiveEffects.Flight]) -> LiveFailure.Silence? {
    if inFlight.isEmpty { return .nothingInFlight }
    if inFlight.allSatisfy({ clock.deadline(of: $0.task) != nil }) { return .allAsleep }
    return Task.isCancelled ? .testCancelled : nil
  }

  /// Delivers the oldest event; if it is not the expected one, but the expected one is queued, delivers all
  /// up to that.
  func receive(_ expected: ExpectedEvent<Root>, in run: PathRun<Root>) throws {
    let scope = try expected.scope(root)
    let queue = effects.present.queue
    guard let oldest = queue.first else { return }
    let place = queue.firstIndex { $0.effect.node === scope && ValueDiff.areEqual($0.when, expected.when) }
    for _ in 0...(place ?? 0) {
      guard let waiting = effects.takeOldest() else { break }
      if let scope = waiting.effect.node { run.namesEffect(waiting.effect.generation, of: scope) }
      waiting.letIn()
    }
    guard place != 0 else { return }
    let texts = queue.map(text)
    guard place == nil else { throw FlowFailure.live(.eventOutOfLine(queue: texts)) }
    let diff = ValueDiff(
      from: lines(expected.when, at: scope),
      to: lines(oldest.when, at: oldest.effect.node)
    )
    throw FlowFailure.live(.otherEvent(diff: diff.lines, queue: texts))
  }

  // MARK: The end

  /// The effects and events that the path should not leave behind.
  var leftovers: [FlowFailure] {
    let (inFlight, queue) = (effects.present.inFlight, effects.present.queue)
    let running = inFlight.filter { flight in !queue.contains { $0.effect === flight.effect } }
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

  private func text(of waiting: LiveEffects.Waiting) -> String {
    let event = place(of: waiting.effect.node) + EventText(waiting.when).text
    return "\(event), from \(EffectText(waiting.effect.pristine).text)"
  }

  /// Returns an event as lines to compare, with the scope unless that is the root.
  private func lines(_ when: any Sendable, at scope: ScopeNode?) -> [String] {
    let lines = StateText(when).lines
    return [place(of: scope) + (lines.first ?? "")] + lines.dropFirst()
  }

  private func place(of scope: ScopeNode?) -> String {
    guard let scope, scope !== root else { return "" }
    return ScopeTree(scope).keyPathFromRoot + ": "
  }
}
